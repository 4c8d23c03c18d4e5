import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import { foldText } from '#shared/text.ts'
import { FileColumns } from '../../courier-file.contract.ts'
import type { FileKind } from '../../courier-file.kinds.ts'
import { guessColumns, isComplete } from '../../courier-file.words.ts'

/** Files of a kind that are looked through for columns that fit. */
const LOOKED_THROUGH = 50

/** Columns as they were used for a file, with what tells whether they fit another one. */
const KeptColumns = FileColumns.extend({ heading_cells: z.array(z.string()), width: z.int() })

const headingOf = (first: readonly string[]) => first.map(foldText)

/** For the file's row. */
export const keepColumns = (columns: FileColumns, first: readonly string[]) =>
  JSON.stringify({
    ...columns,
    heading_cells: columns.heading ? headingOf(first) : [],
    width: first.length,
  } satisfies z.input<typeof KeptColumns>)

export const readColumns = (json: string): FileColumns => FileColumns.parse(JSON.parse(json))

/**
 * Which column of a file is what: as for the newest file of this kind with the same heading (without headings: as many columns), that
 * of the same courier before others; else as its heading says, as far as it does.
 */
export async function findColumns(db: Db, kind: FileKind, courier: string | undefined, first: readonly string[]) {
  const rows = await db
    .selectFrom('courier_files')
    .select(['courier', 'columns'])
    .where('kind', '=', kind)
    .where('state', '<>', 'checking')
    .orderBy('checked_at', 'desc')
    .limit(LOOKED_THROUGH)
    .execute()
  const heading = JSON.stringify(headingOf(first))
  const fitting = rows.flatMap((row) => {
    const kept = KeptColumns.parse(JSON.parse(row.columns))
    const isFit = kept.heading ? JSON.stringify(kept.heading_cells) === heading : kept.width === first.length
    return isFit ? [{ courier: row.courier, columns: readColumns(row.columns) }] : []
  })
  const remembered = fitting.find((one) => one.courier === (courier ?? null)) ?? fitting[0]
  if (remembered) return { columns: remembered.columns, isRemembered: true }
  const guessed = guessColumns(kind, first)
  const heads = Object.keys(guessed).length > 0 || !first.some((cell) => /\d/.test(cell))
  return { columns: { ...guessed, heading: heads }, isRemembered: false }
}

/** The same, where it is sure; undefined: somebody has to choose. */
export async function findSureColumns(db: Db, kind: FileKind, courier: string | undefined, first: readonly string[]) {
  const { columns } = await findColumns(db, kind, courier, first)
  return isComplete(kind, columns) ? columns : undefined
}
