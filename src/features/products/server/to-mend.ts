import { countEndingMarks } from '#features/catalog/marks/server/mark-ends.ts'
import type { Deps } from '#kernel/deps.ts'

/** How much there is to look after, for the overview. */
export async function getToMend({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const marks = await countEndingMarks(db, now())
  return { marks: { ending: marks.all - marks.ended, ended: marks.ended } }
}
