import { AppError } from '#shared/app-error.ts'
import { upload } from '#web/upload.ts'
import type * as contract from '../producers.contract.ts'
import { MAX_PICTURE_BYTES } from '../producers.rules.ts'

const failed = 'The upload failed. Check the network and try again.'

/** Sends a picture and tells how far it is (0 to 1). Gives its address in the shop. Throws AppError. */
export async function uploadPicture(file: File, onProgress: (done: number) => void, signal: AbortSignal) {
  // The server takes no larger file; a slow network need not carry it first.
  if (file.size > MAX_PICTURE_BYTES)
    throw new AppError('TOO_LARGE', 413, 'That picture is over 10 MB. Choose a smaller one.')
  const form = new FormData()
  form.set('picture', file)
  const sent = { form, expected: 'url', failed, onProgress, signal } as const
  return (await upload<typeof contract.uploadPicture>('POST /api/producer/picture', sent)).url
}
