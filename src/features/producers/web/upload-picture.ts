import { shrinkPhoto } from '#web/shrink-photo.ts'
import { upload } from '#web/upload.ts'
import type * as contract from '../producers.contract.ts'

const failed = 'The upload failed. Check the network and try again.'

/**
 * Sends a picture, made small first, and tells how far it is: from 0 to 1, nothing while it is made small. Gives its address in the shop.
 * Throws AppError.
 */
export async function uploadPicture(chosen: File, onProgress: (done: number) => void, signal: AbortSignal) {
  const file = await shrinkPhoto(chosen)
  signal.throwIfAborted()
  onProgress(0)
  const form = new FormData()
  form.set('picture', file)
  const sent = { form, expected: 'url', failed, onProgress, signal } as const
  return (await upload<typeof contract.uploadPicture>('POST /api/producer/picture', sent)).url
}
