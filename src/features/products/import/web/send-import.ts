import { upload } from '#web/files/upload.ts'
import { checkImport, type ProductImport } from '../../product-imports.contract.ts'

const failed = 'The upload failed. Check the network and try again'

export type ShownImport = Omit<ProductImport, 'startedAt' | 'undoUntil'>

export const isRunning = ({ state }: Pick<ShownImport, 'state'>) =>
  state === 'checking' || state === 'saving' || state === 'undoing'

/** Sends a CSV or .xlsx (its `sheet`) and a zip for the check; progress is 0 to 1. Throws AppError. */
export async function sendImport(
  files: readonly File[],
  sheet: string,
  onProgress: (done: number) => void,
): Promise<ShownImport> {
  const form = new FormData()
  if (sheet.trim() !== '') form.set('sheet', sheet.trim())
  for (const file of files) form.append('files', file)
  const sent = { form, expected: 'import', failed, onProgress } as const
  return (await upload(checkImport, sent)).import
}
