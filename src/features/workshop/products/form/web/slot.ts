import type { ProductPicture } from '#features/pictures/product-picture.ts'

/** A photo of a piece in the form. */
export interface Slot {
  id: string
  state: 'waits' | 'small' | 'going' | 'done' | 'failed'
  /** Of the photo that goes. */
  percent: number
  /** What is shown of a chosen file. */
  preview?: string
  /** It has arrived. */
  picture?: ProductPicture
  file?: File
  /** Why it did not arrive, where that helps. */
  why?: string
  canTryAgain?: boolean
  isOffline?: boolean
}

export const toSlot = (picture: ProductPicture): Slot => ({ id: picture.key, state: 'done', percent: 100, picture })

/** Photos that had arrived and are gone from the shop have failed. One that was chosen on this page is sent again; of another there is only the place, which says `why`. */
export const withLost = (slots: readonly Slot[], keys: readonly string[], why: string): Slot[] =>
  slots.map((slot) => {
    const { id, picture, file, preview } = slot
    if (!picture || !keys.includes(picture.key)) return slot
    const failed = { id, state: 'failed', percent: 0 } as const
    return file ? { ...failed, file, canTryAgain: true, ...(preview ? { preview } : {}) } : { ...failed, why }
  })
