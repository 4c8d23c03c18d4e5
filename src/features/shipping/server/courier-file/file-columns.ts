import { z } from 'zod'
import { courierName } from '#features/orders/parcels/couriers.ts'
import type { Db } from '#kernel/db/database.ts'
import { foldText } from '#shared/text.ts'
import { FileColumns } from '../../courier-file.contract.ts'
import type { FileKind } from '../../courier-file.kinds.ts'
import { guessColumns, isComplete } from '../../courier-file.words.ts'

/** Earlier files searched for fitting columns. */
const LOOKED_THROUGH = 50

/** Used columns, with heading and width to compare. */
const KeptColumns = FileColumns.extend({ heading_cells: z.array(z.string()), width: z.int() })

const headingOf = (first: readonly string[]) => first.map(foldText)

export const keepColumns = (columns: FileColumns, first: readonly string[]) =>
  JSON.stringify({
    ...columns,
    heading_cells: columns.heading ? headingOf(first) : [],
    width: first.length,
  } satisfies z.input<typeof KeptColumns>)

export const readColumns = (json: string): FileColumns => FileColumns.parse(JSON.parse(json))

/**
 * Columns as in the newest file of this kind and heading, the same courier's first; else by the heading. Without a heading those of a file of the
 * same width are only suggested.
 */
export async function findColumns(db: Db, kind: FileKind, courier: string | undefined, lines: readonly string[][]) {
  const [first = [], ...below] = lines
  const rows = await db
    .selectFrom('courier_files')
    .select(['courier', 'columns'])
    .where('kind', '=', kind)
    .where('state', '<>', 'checking')
    .orderBy('checked_at', 'desc')
    .limit(LOOKED_THROUGH)
    .execute()
  const asked = courier === undefined ? null : courierName(courier)
  const used = rows.map((row) => ({ courier: row.courier, kept: KeptColumns.parse(JSON.parse(row.columns)) }))
  /** The first that fits, of the same courier before others. */
  const remembered = (isFit: (kept: z.output<typeof KeptColumns>) => boolean) => {
    const fitting = used.filter(({ kept }) => isFit(kept))
    const found = fitting.find((one) => one.courier === asked) ?? fitting[0]
    return found && FileColumns.parse(found.kept)
  }
  const heading = JSON.stringify(headingOf(first))
  const known = remembered((kept) => kept.heading && JSON.stringify(kept.heading_cells) === heading)
  if (known) return { columns: known, isRemembered: true }
  const guessed = guessColumns(kind, first, below)
  const hasHeading = Object.keys(guessed).length > 0 || !first.some((cell) => /\d/.test(cell))
  const alike = hasHeading ? undefined : remembered((kept) => !kept.heading && kept.width === first.length)
  return { columns: alike ?? { ...guessed, heading: hasHeading }, isRemembered: false }
}

/** Columns of a known heading only; undefined: a person has to choose. */
export async function findSureColumns(db: Db, kind: FileKind, courier: string | undefined, lines: readonly string[][]) {
  const { columns } = await findColumns(db, kind, courier, lines)
  return columns.heading && isComplete(kind, columns) ? columns : undefined
}
