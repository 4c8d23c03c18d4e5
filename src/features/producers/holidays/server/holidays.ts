import { setImmediate } from 'node:timers/promises'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { message } from '../../producers.messages.ts'
import { findProducerRow, lockProducer } from '../../server/lock-producer.ts'
import type { ProducerRow } from '../../server/producers.service.ts'
import { awayUntil, type Holiday, holidayProblem } from '../holidays.rules.ts'

type Own = Pick<Deps, 'db' | 'now' | 'config' | 'jobs' | 'productsOfProducers'>
type Days = Pick<ProducerRow, 'holiday_from' | 'holiday_to'>

const holidayOf = ({ holiday_from, holiday_to }: Days): Holiday | null =>
  holiday_from === null || holiday_to === null ? null : { from: holiday_from, to: holiday_to }

function answerOf({ now, config }: Own, row: Days) {
  const today = indianDay(now())
  const holiday = holidayOf(row)
  const isOver = holiday !== null && holiday.to < today
  return {
    holiday: isOver ? null : holiday,
    backOn: awayUntil(holiday, today),
    canBeOrdered: config.ordersOnHoliday,
  }
}

/** Throws APPLICATION_NOT_FOUND, NOT_APPROVED. */
export const getHoliday = async (deps: Own, id: string) => answerOf(deps, await findProducerRow(deps.db, id))

const factsOf = (holiday: Holiday | null) => ({ Holiday: holiday ? `${holiday.from} to ${holiday.to}` : '' })

/** Sets it, or ends it with null. Answers once all products have followed. Throws BAD_INPUT, APPLICATION_NOT_FOUND, NOT_APPROVED. */
export async function saveHoliday(deps: Own, who: Principal, id: string, holiday: Holiday | null) {
  const problem = holiday && holidayProblem(holiday, indianDay(deps.now()))
  if (problem) throw badInput({ to: problem })
  const days: Days = { holiday_from: holiday?.from ?? null, holiday_to: holiday?.to ?? null }
  await transact(deps, async (tx) => {
    const before = await lockProducer(tx, id)
    const changes = changesBetween(factsOf(holidayOf(before)), factsOf(holiday))
    if (changes.length === 0) return
    await tx.updateTable('producers').set(days).where('id', '=', id).execute()
    const summary = `${before.name}: ${holiday ? 'on holiday' : 'back from holiday'}`
    await recordAct(tx, { who, action: 'producer.changed', subject: id, summary, changes, at: deps.now() })
  })
  await settle(deps, id)
  return { message: message(holiday ? 'HOLIDAY_SAVED' : 'HOLIDAY_ENDED'), ...answerOf(deps, days) }
}

/** Lets a few products at a time follow their producer; without one, those whose producer is gone. */
async function settle(deps: Own, id: string | null, isStopping = () => false) {
  const settleSome = () =>
    transact(deps, async (tx) => {
      const holiday = id === null ? null : holidayOf(await lockProducer(tx, id))
      return deps.productsOfProducers.settleSomeHolidays(tx, id, {
        backOn: awayUntil(holiday, indianDay(deps.now())),
        canBeOrdered: deps.config.ordersOnHoliday,
      })
    })
  while (!isStopping() && (await settleSome())) await setImmediate()
}

/** Who is away today, and who was: their products may not follow yet. */
async function findAway({ db, now }: Own) {
  const today = indianDay(now())
  const withNote = db.selectFrom('products').select('producer_id').where('back_on', 'is not', null)
  const away = await db
    .selectFrom('producers')
    .select('id')
    .where(({ or, and, eb }) =>
      or([and([eb('holiday_from', '<=', today), eb('holiday_to', '>=', today)]), eb('id', 'in', withNote)]),
    )
    .execute()
  return away.map(({ id }) => id)
}

/** Holidays begin and end with the Indian day; and what was counted or added meanwhile follows, too. */
export const holidaysJob = (deps: Deps): Job => ({
  name: 'holidays of producers',
  everyMs: MINUTE_MS,
  first: 'listening',
  async work(isStopping) {
    for (const id of [null, ...(await findAway(deps))]) if (!isStopping()) await settle(deps, id, isStopping)
  },
})
