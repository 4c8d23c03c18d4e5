import { isXlsx } from '#web/files/table-files.ts'
import { upload } from '#web/files/upload.ts'
import { checkCourierFile, type FileColumns, previewCourierFile } from '../courier-file.contract.ts'
import { type FileKind, PREVIEW_BYTES } from '../courier-file.kinds.ts'

const failed = 'The upload failed. Check the network and try again'
const LINE_END = 10

export interface ChosenFile {
  file: File
  kind: FileKind
  courier: string
  /** The sheet of an .xlsx with several, else empty. */
  sheet: string
  shipped: boolean
  /** The bank's reference, and whether it is another remittance than one with this content. */
  reference: string
  again: boolean
}

/** The beginning of a CSV, cut after a line if possible: no character is split. */
async function beginningOf(file: File) {
  if (file.size <= PREVIEW_BYTES || isXlsx(file)) return file
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer())
  const end = bytes.lastIndexOf(LINE_END)
  return new File([end < 0 ? bytes : bytes.subarray(0, end)], file.name)
}

function formOf({ kind, courier, sheet }: ChosenFile, file: File) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('courier', courier)
  if (sheet !== '') form.set('sheet', sheet)
  form.set('file', file)
  return form
}

/** Gets the first lines of a file, and its columns as far as they are clear. Throws AppError. */
export async function sendForPreview(chosen: ChosenFile) {
  const form = formOf(chosen, await beginningOf(chosen.file))
  return upload(previewCourierFile, {
    ...{ form, expected: 'rows', failed },
    onProgress() {},
  })
}

/** Has a file checked and gives its id. Throws AppError. */
export async function sendForCheck(chosen: ChosenFile, columns: FileColumns, onProgress: (done: number) => void) {
  const form = formOf(chosen, chosen.file)
  form.set('shipped', chosen.shipped ? 'yes' : 'no')
  if (chosen.reference) form.set('reference', chosen.reference)
  if (chosen.again) form.set('again', 'yes')
  form.set('columns', JSON.stringify(columns))
  const answer = await upload(checkCourierFile, {
    ...{ form, expected: '_id', failed, onProgress },
  })
  return answer._id
}
