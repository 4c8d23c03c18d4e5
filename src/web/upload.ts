import { AppError } from '#shared/app-error.ts'

interface Upload<Answer> {
  method?: 'POST' | 'PATCH'
  path: string
  form: FormData
  /** The field that tells an answer from a refusal, which has none of this name. */
  expected: keyof Answer
  /** Said when there is no answer, or one without words. */
  failed: string
  /** From 0 to 1. */
  onProgress: (done: number) => void
  signal?: AbortSignal
}

interface Refusal {
  code?: string
  message?: string
  fields?: Record<string, string>
}

/** Sends files to the API and tells how far it is, which fetch cannot. Answers in wire form. Throws AppError. */
export function upload<Answer extends object>({ method = 'POST', path, form, ...rest }: Upload<Answer>) {
  const { expected, failed, onProgress, signal } = rest
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new AppError('OFFLINE', 0, failed))
    request.onload = () => {
      if (request.response?.[expected]) return resolve(request.response)
      const { code = 'FAILED', message = failed, fields }: Refusal = request.response ?? {}
      reject(new AppError(code, request.status, message, fields ? { fields } : {}))
    }
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
