import { countEndingMarks } from '#features/catalog/marks/server/mark-ends.ts'
import type { Deps } from '#kernel/deps.ts'
import { countLacking } from '../facts/server/lacking.ts'
import { findLeaveDay } from '../facts/server/leave-day.ts'

/** How much there is to look after, for the overview. */
export async function getToMend({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const [marks, lacking, leaveOn] = await Promise.all([
    countEndingMarks(db, now()),
    countLacking(db),
    findLeaveDay(db, config, now()),
  ])
  return { marks: { ending: marks.all - marks.ended, ended: marks.ended }, lacking, leaveOn: leaveOn ?? null }
}
