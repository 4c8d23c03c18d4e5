import { shrinkPhoto } from '#web/files/shrink-photo.ts'
import { upload } from '#web/files/upload.ts'
import * as contract from '../producers.contract.ts'

/** Makes a picture small and sends it; progress is 0 to 1, undefined before. Gives its address. Throws AppError. */
export async function uploadPicture(
  chosen: File,
  failed: string,
  onProgress: (done: number) => void,
  signal: AbortSignal,
) {
  const file = await shrinkPhoto(chosen)
  signal.throwIfAborted()
  onProgress(0)
  const form = new FormData()
  form.set('picture', file)
  const sent = { form, expected: 'url', failed, onProgress, signal } as const
  return (await upload(contract.uploadPicture, sent)).url
}
