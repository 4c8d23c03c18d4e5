import type { z } from 'zod'
import { AppError } from '#shared/app-error.ts'
import type { importProductsPath, ProductImport, StartedImport } from '../seller-products.contract.ts'

const path: typeof importProductsPath = '/api/product/import'
const failed = 'The upload failed. Check the network and try again'

/** An import as far as the page shows it. */
export type ShownImport = Omit<ProductImport, 'startedAt'>

export const isRunning = ({ state }: Pick<ShownImport, 'state'>) => state === 'checking' || state === 'saving'

/** Sends a CSV file and tells how far it is (0 to 1), which fetch cannot. Throws AppError. */
export function sendCsv(file: File, onProgress: (done: number) => void): Promise<ShownImport> {
  return new Promise((resolve, reject) => {
    const body = new FormData()
    body.set('file', file)
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new AppError('OFFLINE', 0, failed))
    request.onload = () => {
      const answer: Partial<z.input<typeof StartedImport>> = request.response ?? {}
      if (request.status < 300 && answer.import) resolve(answer.import)
      else reject(new AppError('FAILED', request.status, answer.message ?? failed))
    }
    request.send(body)
  })
}
