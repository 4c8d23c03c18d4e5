import { upload } from '#web/upload.ts'
import type { checkCourierFile, FileColumns, previewCourierFile } from '../courier-file.contract.ts'
import { type FileKind, PREVIEW_BYTES } from '../courier-file.kinds.ts'

const failed = 'The upload failed. Check the network and try again'
const LINE_END = 10

/** A file that was chosen, and what is said about it. */
export interface ChosenFile {
  file: File
  kind: FileKind
  courier: string
  shipped: boolean
}

/** The beginning of a file, to the end of a line where there is one: a character at its end is not cut in two. */
async function beginningOf(file: File) {
  if (file.size <= PREVIEW_BYTES) return file
  const bytes = new Uint8Array(await file.slice(0, PREVIEW_BYTES).arrayBuffer())
  const end = bytes.lastIndexOf(LINE_END)
  return new File([end < 0 ? bytes : bytes.subarray(0, end)], file.name)
}

function formOf({ kind, courier }: ChosenFile, file: File) {
  const form = new FormData()
  form.set('kind', kind)
  form.set('courier', courier)
  form.set('file', file)
  return form
}

/** The first lines of a file and its columns as far as they can be told. Throws AppError. */
export async function sendForPreview(chosen: ChosenFile) {
  const form = formOf(chosen, await beginningOf(chosen.file))
  return upload<typeof previewCourierFile>('POST /api/parcel/file/preview', {
    ...{ form, expected: 'rows', failed },
    onProgress() {},
  })
}

/** Has a file checked, and gives its id. Throws AppError. */
export async function sendForCheck(chosen: ChosenFile, columns: FileColumns, onProgress: (done: number) => void) {
  const form = formOf(chosen, chosen.file)
  form.set('shipped', chosen.shipped ? 'yes' : 'no')
  form.set('columns', JSON.stringify(columns))
  const answer = await upload<typeof checkCourierFile>('POST /api/parcel/file', {
    ...{ form, expected: '_id', failed, onProgress },
  })
  return answer._id
}
