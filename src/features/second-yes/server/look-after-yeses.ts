import { listPeople } from '#features/auth/server/people.ts'
import type { Job } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'
import { secondYesEn } from '../second-yes.words.en.ts'
import { giveUp } from './decide.ts'
import { hasMoney } from './one-with-money.ts'

const EVERY_MS = 5 * MINUTE_MS

/** Lets lapse what nobody agreed to in time, and gives up what somebody asked for who has lost the right since. */
export const secondYesJob = (deps: Deps): Job => ({
  name: 'second yes',
  everyMs: EVERY_MS,
  first: 'listening',
  async work(isStopping) {
    const waiting = await deps.db.selectFrom('second_yeses').selectAll().where('state', '=', 'waiting').execute()
    if (waiting.length === 0) return
    const able = new Set((await listPeople(deps.db)).filter(hasMoney).map(({ id }) => id))
    for (const row of waiting) {
      if (isStopping()) return
      if (row.until_at <= deps.now().getTime()) await giveUp(deps, row, 'lapsed', '')
      else if (!able.has(row.asked_by)) await giveUp(deps, row, 'given up', secondYesEn.ASKER_GONE)
    }
  },
})

/** What was done alone counts for a day. */
export const forgetDoneAlone = async ({ db, now }: Deps) => {
  await db
    .deleteFrom('second_yeses')
    .where('state', '=', 'alone')
    .where('asked_at', '<', now().getTime() - 2 * DAY_MS)
    .execute()
}

/** After a restore nobody can tell what has been agreed to since: all of it is asked anew (docs/promises.md 30). Safe to call twice. */
export async function giveUpAfterRestore(tx: Tx, now: Date) {
  await tx
    .updateTable('second_yeses')
    .set({ state: 'given up', decided_at: now.getTime(), reason: secondYesEn.RESTORED_SINCE })
    .where('state', '=', 'waiting')
    .execute()
}
