import type { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import { upload } from '#web/upload.ts'
import type { UploadedPicture, uploadPicturePath } from '../producers.contract.ts'

const path: typeof uploadPicturePath = '/api/producer/picture'

/** The server takes no larger file; a slow network need not carry it first. */
const MAX_BYTES = 10 * 1024 * 1024

const failed = 'The upload failed. Check the network and try again.'

/** Sends a picture and tells how far it is (0 to 1). Gives its address in the shop. Throws AppError. */
export async function uploadPicture(file: File, onProgress: (done: number) => void, signal: AbortSignal) {
  if (file.size > MAX_BYTES) throw new AppError('TOO_LARGE', 413, 'That picture is over 10 MB. Choose a smaller one.')
  const form = new FormData()
  form.set('picture', file)
  const expected = 'url'
  return (await upload<z.input<typeof UploadedPicture>>({ path, form, expected, failed, onProgress, signal })).url
}
