import { marksAfter, type StoredMark } from '#features/catalog/marks/marks.rules.ts'
import { writeEnds } from '#features/catalog/marks/server/mark-ends.ts'
import { parseMarks } from '#features/catalog/marks/server/marks.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { indianDay } from '#shared/day.ts'
import type { Row } from '../../server/seller-products.service.ts'

type Marked = Pick<Row, 'id' | 'marks'>

/** The column of a product's marks; notes on which days they end. */
export async function writeMarks(tx: Tx, { id }: Pick<Row, 'id'>, marks: readonly StoredMark[]) {
  await writeEnds(tx, id, marks)
  return { marks: JSON.stringify(marks) }
}

/** What an edit changes about the marks of a product, and the certificates that nobody needs afterwards. */
export async function markEdited(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  before: Marked,
  said: Parameters<typeof marksAfter>[1] | undefined,
) {
  if (said === undefined) return { columns: {}, gone: [] }
  const old = parseMarks(before.marks)
  const marks = marksAfter(old, said, indianDay(now()))
  const isKept = ({ evidence }: StoredMark) => marks.some((mark) => mark.evidence?.key === evidence?.key)
  return {
    columns: await writeMarks(tx, before, marks),
    gone: old.filter((mark) => !isKept(mark)).flatMap(({ evidence }) => evidence ?? []),
  }
}
