import { readCsv } from '#kernel/http/csv.ts'
import { asCsv } from '#kernel/spreadsheet/as-csv.ts'

/** The rows of a CSV or an .xlsx, as an import reads them. */
export async function tableRows(bytes: Buffer) {
  const rows: string[][] = []
  for await (const { cells } of readCsv(await asCsv(bytes, { field: 'file' }))) rows.push(cells)
  return rows
}
