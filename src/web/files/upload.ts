import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type AnyInput, type Endpoint, endpointUrl, type Given, type WireAnswer } from '#shared/endpoint.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'
import { pageLanguage } from '../said-here.ts'

interface Upload<Answer> {
  form: FormData
  /** A field that stands in every successful answer. */
  expected: keyof Answer
  failed: string
  /** From 0 to 1. */
  onProgress: (done: number) => void
  signal?: AbortSignal
}

/** `upload(addProduct, …)` reports its progress, which fetch cannot. Answers in wire form. Throws AppError. */
export function upload<E extends Endpoint, Answer extends WireAnswer<E> = WireAnswer<E>>(
  { method, path }: E,
  { form, expected, failed, onProgress, signal, ...input }: Upload<Answer> & Given<E, 'params'>,
) {
  return new Promise<Answer>((resolve, reject) => {
    const asked: AnyInput = input
    const request = new XMLHttpRequest()
    request.open(method, endpointUrl(path, asked))
    request.responseType = 'json'
    request.setRequestHeader(LANGUAGE_HEADER, pageLanguage())
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
