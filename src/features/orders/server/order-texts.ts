import { sql } from 'kysely'
import type { Job } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { jsonRows } from '#kernel/db/query/json-rows.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type JournalReader, ordersOf, readJournal } from '../journal/server/read-journal.ts'
import { orderSearchText } from '../order-search.ts'
import { readAddress } from './order-answer.ts'
import { lockOrders } from './order-row.ts'

/** Makes search texts anew, after an upgrade or a deleted account: minutes in a large shop. */
const textsReader: JournalReader = {
  reader: 'search texts',
  wants: () => false,
  most: 50,
  rests: true,
  work: (tx, events) => makeTexts(tx, ordersOf(events)),
}

export const makeOrderTexts = (deps: Deps, isStopping?: () => boolean) => readJournal(deps, textsReader, isStopping)

export const orderTextsJob = (deps: Deps): Job => ({
  name: 'order-texts',
  first: 'listening',
  everyMs: MINUTE_MS,
  work: (isStopping) => makeOrderTexts(deps, isStopping),
})

async function makeTexts(tx: Tx, ids: readonly string[]) {
  const orders = await lockOrders(tx, ids)
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
    .set({ search_text: sql.ref<string>('made.text') })
    .whereRef('orders.number', '=', 'made.number')
    .execute()
}
