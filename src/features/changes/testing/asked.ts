import type { ProductPicture } from '#features/pictures/product-picture.ts'
import { newId } from '#shared/ids.ts'
import type { TestShop } from '#testing/shop.ts'
import type { ChangeKind } from '../changes.states.ts'
import type { WantedPage, WantedPiece } from '../changes.wanted.ts'

interface Asked {
  producer: string
  kind: ChangeKind
  /** The product; a new piece gets an id of its own. */
  subject?: string
  wanted: WantedPiece | WantedPage
  before?: WantedPage
  version?: number
  askedBy?: string
  askedByName?: string
  at?: number
  state?: 'waiting' | 'sent back'
}

/** A change as its maker sent it, past the workshop. Gives its id and what it is about. */
export async function asked(shop: TestShop, { producer, kind, wanted, ...rest }: Asked) {
  const id = newId()
  const subject = rest.subject ?? (kind === 'page' ? producer : newId())
  await shop.db
    .insertInto('maker_changes')
    .values({
      ...{ id, kind, subject, producer_id: producer, version: rest.version ?? null },
      ...{ wanted: JSON.stringify(wanted), before: rest.before ? JSON.stringify(rest.before) : null },
      ...{ state: rest.state ?? 'waiting', asked_by: rest.askedBy ?? '' },
      asked_by_name: rest.askedByName ?? 'Lata Bai',
      ...{ asked_at: rest.at ?? Date.now(), decided_by_name: null, decided_at: null },
    })
    .execute()
  return { id, subject }
}

/** A photo of the producer's that is stored, shown by this change. */
export async function photoOf(shop: TestShop, producer: string, change: string, key = `product-${newId()}`) {
  const picture: ProductPicture = { key, alt: '', width: 320, height: 320, widths: [320], avif: true }
  await shop.deps.storage.put(`${key}/320.webp`, Buffer.from('webp'))
  await shop.db
    .insertInto('workshop_pictures')
    .values({
      ...{ key, producer_id: producer, picture: JSON.stringify(picture), created_at: Date.now(), change_id: change },
    })
    .execute()
  return picture
}
