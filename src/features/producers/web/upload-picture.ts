import type { z } from 'zod'
import type { UploadedPicture, uploadPicturePath } from '../producers.contract.ts'

const path: typeof uploadPicturePath = '/api/producer/picture'

/** The server takes no larger file; a slow network need not carry it first. */
const MAX_BYTES = 10 * 1024 * 1024

const failed = 'The upload failed. Check the network and try again.'

/**
 * Sends a picture and tells how far it is (0 to 1), which fetch cannot. Gives its address in the shop. Throws an Error with
 * a sentence for the person.
 */
export function uploadPicture(file: File, onProgress: (done: number) => void, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    if (file.size > MAX_BYTES) return reject(new Error('That picture is over 10 MB. Choose a smaller one.'))
    const body = new FormData()
    body.set('picture', file)
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new Error(failed))
    request.onload = () => {
      const answer: Partial<z.input<typeof UploadedPicture>> | null = request.response
      if (request.status === 200 && answer?.url) resolve(answer.url)
      else reject(new Error(answer?.message ?? failed))
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}
