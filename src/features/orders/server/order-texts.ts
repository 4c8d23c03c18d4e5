import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Job } from '#kernel/background.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { orderSearchText } from '../order-search.ts'
import { readAddress } from './order-answer.ts'

/** Orders a transaction: a few milliseconds. */
const PART = 50

/** Makes missing search texts, after an upgrade or a deleted account. It rests as long as it works: a large shop takes minutes. */
export const orderTextsJob = ({ db }: Pick<Deps, 'db'>): Job => ({
  name: 'order-texts',
  first: 'listening',
  everyMs: MINUTE_MS,
  async work(isStopping) {
    while (!isStopping()) {
      const begun = performance.now()
      if ((await makeSomeTexts(db)) < PART) return
      await setTimeout(performance.now() - begun)
    }
  },
})

/** Newest orders first; leaves out those that somebody changes just now. Gives how many. */
export function makeSomeTexts(db: Deps['db'], size = PART) {
  return db.transaction().execute(async (tx) => {
    const due = tx.selectFrom('orders').select(['id', 'number', 'address']).where(sql<boolean>`text_due = 1`)
    const orders = await lockFreeRows(tx, due.orderBy('number', 'desc').limit(size)).execute()
    if (orders.length === 0) return 0
    const ids = orders.map(({ id }) => id)
    const lines = await tx
      .selectFrom('order_lines')
      .select(['order_id', 'name', 'producer_name'])
      .where('order_id', 'in', ids)
      .orderBy('order_id')
      .orderBy('position')
      .execute()
    const linesOf = Map.groupBy(lines, ({ order_id }) => order_id)
    const texts = orders.map(({ id, number, address }) => ({
      number,
      text: orderSearchText(readAddress(address), linesOf.get(id) ?? []),
    }))
    const made = jsonRows<(typeof texts)[number]>(tx, JSON.stringify(texts), { number: 'bigint', text: 'text' })
    await tx
      .updateTable('orders')
      .from(made.as('made'))
      .set({ search_text: sql.ref<string>('made.text'), text_due: 0 })
      .whereRef('orders.number', '=', 'made.number')
      .execute()
    return orders.length
  })
}
