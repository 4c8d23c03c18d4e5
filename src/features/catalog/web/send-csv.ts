import type { z } from 'zod'
import { upload } from '#web/upload.ts'
import type { importProductsPath, ProductImport, StartedImport } from '../seller-products.contract.ts'

const path: typeof importProductsPath = '/api/product/import'
const failed = 'The upload failed. Check the network and try again'

/** An import as far as the page shows it. */
export type ShownImport = Omit<ProductImport, 'startedAt'>

export const isRunning = ({ state }: Pick<ShownImport, 'state'>) => state === 'checking' || state === 'saving'

/** Sends a CSV file and tells how far it is (0 to 1). Throws AppError. */
export async function sendCsv(file: File, onProgress: (done: number) => void): Promise<ShownImport> {
  const form = new FormData()
  form.set('file', file)
  return (await upload<z.input<typeof StartedImport>>({ path, form, expected: 'import', failed, onProgress })).import
}
