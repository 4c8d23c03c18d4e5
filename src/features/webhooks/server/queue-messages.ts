import { placeProductChanges } from '#features/catalog/server/product-places.ts'
import { followsOrders, type JournalEvent } from '#features/orders/journal/server/journal.ts'
import { readJournal } from '#features/orders/journal/server/read-journal.ts'
import { type Job, transact, wakeAfterCommit } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { WebhookKind } from '../webhooks.kinds.ts'
import { SENDING } from './send-messages.ts'
import { listHooks } from './webhook-rows.ts'

/** Changes of products wake nobody. */
const EVERY_MS = 5 * SECOND_MS
const AT_ONCE = 500

type Needed = Parameters<typeof readJournal>[0]

/** Reads the journals on, after the commit of what they tell, and queues a message for each webhook that wants to know. */
export const queueJob = (deps: Deps): Job => ({
  name: 'webhooks',
  first: 'listening',
  everyMs: EVERY_MS,
  ...followsOrders,
  work: (isStopping) => queueMessages(deps, isStopping),
})

export async function queueMessages(deps: Needed, isStopping?: () => boolean) {
  await readOrders(deps, isStopping)
  await placeProductChanges(deps.db)
  await readOn(deps, 'products', async (tx, after) => {
    const rows = await tx
      .selectFrom('product_changes')
      .select(['place', 'product_id as subject'])
      .where('place', '>', after)
      .orderBy('place')
      .limit(AT_ONCE)
      .execute()
    return rows.map((row): Read => ({ place: Number(row.place), kind: 'product changed', subject: row.subject }))
  })
  await readOn(deps, 'payouts', async (tx, after) => {
    const rows = await tx
      .selectFrom('ledger_entries')
      .select(['number', 'kind', 'payout_id as subject'])
      .where('number', '>', after)
      .orderBy('number')
      .limit(AT_ONCE)
      .execute()
    return rows.map(({ number, kind, subject }): Read => {
      const isPayout = kind === 'payout' && subject !== null
      return { place: Number(number), ...(isPayout ? { kind: 'payout made', subject } : {}) }
    })
  })
}

interface Told {
  kind: WebhookKind
  subject: string
}
type Read = { place: number } & Partial<Told>

/** Reads a journal to its end, some at a time, each with its messages in one transaction. */
async function readOn(
  deps: Needed,
  journal: 'products' | 'payouts',
  readAfter: (tx: Tx, place: number) => Promise<Read[]>,
) {
  for (;;) {
    const read = await transact(deps, async (tx) => {
      const cursor = tx.selectFrom('webhook_cursors').select('place').where('journal', '=', journal)
      const { place } = await lockRows(tx, cursor).executeTakeFirstOrThrow()
      const rows = await readAfter(tx, Number(place))
      const last = rows.at(-1)
      if (!last) return 0
      await queue(
        deps,
        tx,
        rows.flatMap(({ kind, subject }) => (kind && subject ? { kind, subject } : [])),
      )
      await tx.updateTable('webhook_cursors').set({ place: last.place }).where('journal', '=', journal).execute()
      return rows.length
    })
    if (read < AT_ONCE) return
  }
}

const paid: readonly string[] = ['PAID', 'CASH_NOTED', 'CASH_CAME']
const refunded: readonly string[] = ['REFUND_WAS_SENT', 'REFUND_ARRIVED', 'REFUND_ELSEWHERE']

/** What an event of an order is to programs. */
export function kindsOf({ kind, status, parcel_status }: Pick<JournalEvent, 'kind' | 'status' | 'parcel_status'>) {
  const kinds: WebhookKind[] = []
  const isMoved = status !== null && status !== 'Order Placed' && status !== 'Awaiting payment'
  if (status === 'Order Placed') kinds.push('order placed')
  if (isMoved) kinds.push('order moved')
  if (paid.includes(kind)) kinds.push('order paid')
  if (refunded.includes(kind)) kinds.push('order refunded')
  if (kind === 'RETURN_WAS_ASKED') kinds.push('return asked')
  if (isMoved || parcel_status !== null) kinds.push('parcel moved')
  return kinds
}

const readOrders = (deps: Needed, isStopping?: () => boolean) =>
  readJournal(
    deps,
    {
      reader: 'webhooks',
      wants: (event) => kindsOf(event).length > 0,
      most: AT_ONCE,
      work: async (tx, events) => queue(deps, tx, await toldOf(tx, events)),
    },
    isStopping,
  )

async function toldOf(tx: Tx, events: readonly JournalEvent[]): Promise<Told[]> {
  const orders = new Set(events.map(({ order_id }) => order_id))
  const parcels = await tx
    .selectFrom('parcels')
    .select(['id', 'order_id', 'number'])
    .where('order_id', 'in', [...orders, ''])
    .execute()
  const parcelsOf = Map.groupBy(parcels, ({ order_id }) => order_id)
  /** An event that names no parcel is of the whole order. */
  const moved = ({ order_id, parcel }: JournalEvent) =>
    (parcelsOf.get(order_id) ?? []).filter(({ number }) => parcel === null || parcel === number)
  return events.flatMap((event) =>
    kindsOf(event).flatMap((kind): Told[] =>
      kind === 'parcel moved'
        ? moved(event).map(({ id }) => ({ kind, subject: id }))
        : [{ kind, subject: event.order_id }],
    ),
  )
}

async function queue({ now }: Pick<Deps, 'now'>, tx: Tx, told: readonly Told[]) {
  if (told.length === 0) return
  const at = now().getTime()
  const once = new Map(told.map((one) => [`${one.kind} ${one.subject}`, one]))
  for (const { id, kinds } of await listHooks(tx)) {
    const rows = [...once.values()]
      .filter(({ kind }) => kinds.includes(kind))
      .map((one) => ({ id: newId(), webhook_id: id, ...one, at, due_at: at }))
    if (rows.length > 0) await tx.insertInto('webhook_deliveries').values(rows).execute()
  }
  wakeAfterCommit(tx, SENDING)
}
