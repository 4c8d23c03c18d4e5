import { upload } from '#web/upload.ts'
import type * as contract from '../producers.contract.ts'
import { MAX_PICTURE_BYTES } from '../producers.rules.ts'

const failed = 'The upload failed. Check the network and try again.'

/** Sends a picture and tells how far it is (0 to 1). Gives its address in the shop. Throws an Error with a sentence for the person. */
export async function uploadPicture(file: File, onProgress: (done: number) => void, signal: AbortSignal) {
  // A slow network need not carry what the server does not take.
  if (file.size > MAX_PICTURE_BYTES) throw new Error('That picture is over 10 MB. Choose a smaller one.')
  const form = new FormData()
  form.set('picture', file)
  const sent = { form, onProgress, signal, failed }
  const { url } = await upload<typeof contract.uploadPicture>('POST /api/producer/picture', sent)
  return url
}
