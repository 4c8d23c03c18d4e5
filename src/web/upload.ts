import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type Endpoint, endpointUrl, type WireAnswer } from '#shared/endpoint.ts'
import type { Route } from './call.ts'

interface Upload {
  params?: Record<string, string>
  form: FormData
  /** Told how far it is, 0 to 1, which fetch cannot tell. */
  onProgress: (done: number) => void
  signal?: AbortSignal
  /** What is said where the shop says nothing. */
  failed: string
}

/** Sends files from the browser: `upload<typeof addProduct>('POST /api/product/add', …)`. Answers in wire form. Throws AppError. */
export function upload<E extends Endpoint>(route: Route<E>, { params, form, onProgress, signal, failed }: Upload) {
  return new Promise<WireAnswer<E>>((resolve, reject) => {
    const [method, path] = route.split(' ') as [string, string]
    const request = new XMLHttpRequest()
    request.open(method, endpointUrl(path, { params }))
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new AppError('OFFLINE', 0, failed))
    request.onload = () => {
      if (request.status < 300 && request.response) resolve(request.response)
      else reject(errorFromAnswer(request.status, request.response, failed))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
