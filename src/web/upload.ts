import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type Endpoint, endpointUrl, type WireAnswer } from '#shared/endpoint.ts'
import type { Route } from './call.ts'

interface Upload<Answer> {
  params?: Record<string, string>
  form: FormData
  /** A field that stands in every answer that is no failure. */
  expected: keyof Answer
  /** Said when there is no answer, or one without words. */
  failed: string
  /** From 0 to 1. */
  onProgress: (done: number) => void
  signal?: AbortSignal
}

/**
 * Sends files to the API, `upload<typeof addProduct>('POST /api/product/add', …)`, and tells how far it is, which fetch cannot. Answers in
 * wire form. Throws AppError.
 */
export function upload<E extends Endpoint, Answer extends WireAnswer<E> = WireAnswer<E>>(
  route: Route<E>,
  { params, form, expected, failed, onProgress, signal }: Upload<Answer>,
) {
  return new Promise<Answer>((resolve, reject) => {
    const [method, path] = route.split(' ') as [string, string]
    const request = new XMLHttpRequest()
    request.open(method, endpointUrl(path, { params }))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new AppError('OFFLINE', 0, failed))
    request.onload = () => {
      if (request.response?.[expected]) resolve(request.response)
      else reject(errorFromAnswer(request.status, request.response, failed))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
