import { recordAct } from '#features/audit/server/audit.service.ts'
import { numberSeries, seriesNames } from '#features/numbers/server/number-gaps.ts'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { momentInWords } from '#shared/day.ts'
import { message } from '../ledger.messages.ts'

const NOTE = 'restore-seen'

/** The newest first, with the numbers each left out. */
export async function listRestores(db: Db) {
  const gaps = await db.selectFrom('number_gaps').selectAll().orderBy('made_at', 'desc').execute()
  const restores = [...Map.groupBy(gaps, ({ made_at }) => made_at)].map(([madeAt, ofRestore]) => ({
    at: new Date(madeAt),
    numbers: numberSeries.flatMap((series) =>
      ofRestore
        .filter((gap) => gap.series === series && gap.first <= gap.last)
        .map(({ first, last }) => ({ series, called: seriesNames[series], first, last })),
    ),
  }))
  const [newest] = restores
  return { restores, isSeen: newest === undefined || newest.at.getTime() <= (await seenUntil(db)) }
}

async function seenUntil(db: Db) {
  const note = await db.selectFrom('shop_notes').select('value').where('key', '=', NOTE).executeTakeFirst()
  return note ? Date.parse(note.value) : 0
}

/** A seller has seen the numbers left out; from then on only the ledger's page shows them. */
export async function noteRestoreSeen(deps: Deps, who: Principal) {
  await transact(deps, async (tx) => {
    const { restores, isSeen } = await listRestores(tx)
    const [newest] = restores
    if (!newest || isSeen) return
    const summary = `Numbers that the restore of ${momentInWords(newest.at)} left out: seen`
    await recordAct(tx, { who, action: 'restore.seen', subject: 'restored-backup', summary, at: deps.now() })
    const note = { key: NOTE, value: newest.at.toISOString() } as const
    await tx
      .insertInto('shop_notes')
      .values(note)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: note.value }))
      .execute()
  })
  return { message: message('RESTORE_SEEN') }
}
