import { upload } from '#web/upload.ts'
import type { checkImport, ProductImport } from '../product-imports.contract.ts'

const failed = 'The upload failed. Check the network and try again'

/** An import as far as the page shows it. */
export type ShownImport = Omit<ProductImport, 'startedAt' | 'undoUntil'>

export const isRunning = ({ state }: Pick<ShownImport, 'state'>) =>
  state === 'checking' || state === 'saving' || state === 'undoing'

/** Sends a CSV file, and the zip with its pictures, to be checked, and tells how far it is (0 to 1). Throws AppError. */
export async function sendImport(files: readonly File[], onProgress: (done: number) => void): Promise<ShownImport> {
  const form = new FormData()
  for (const file of files) form.append('files', file)
  const sent = { form, expected: 'import', failed, onProgress } as const
  return (await upload<typeof checkImport>('POST /api/product/import/check', sent)).import
}
