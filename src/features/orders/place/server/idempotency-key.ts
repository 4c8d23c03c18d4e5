import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Paise } from '#shared/money.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { keyReused } from '../../orders.contract.ts'
import type { OrderStatus } from '../../orders.states.ts'
import { MAX_OPEN_COD, MAX_OPEN_COD_UNCONFIRMED, MAX_ORDERS_AN_HOUR } from './order-limits.ts'

const KEY_LIFETIME_MS = DAY_MS
/** Without a key, an identical order within this time makes no second. */
const TWIN_WINDOW_MS = 10 * SECOND_MS

export interface Placed {
  orderId: string
  amountPaise: Paise
  status: OrderStatus
}

export const hashContent = (
  lines: [string, number][],
  address: string,
  paymentType: Tables['orders']['payment_type'],
) =>
  createHash('sha256')
    .update(JSON.stringify([lines.sort(([a], [b]) => (a < b ? -1 : 1)), address, paymentType]))
    .digest('base64url')

interface Claim {
  shopperId: string
  key: string
  content_hash: string
  order_id: string
  created_at: number
  /** A key taken before this time is free again. */
  expired: number
}

/** Takes a key that is new, expired, or of an order that does not count (`isFree`). */
const takeKey = (isFree: RawBuilder<boolean>) =>
  prepared((db, { shopperId, key, expired, ...values }: Slots<Claim>) => {
    const own = db.selectFrom('orders').where('user_id', '=', shopperId)
    const openCod = own.select('number').where(isOpenCod).limit(1)
    return (
      db
        .insertInto('idempotency_keys')
        .values({ user_id: shopperId, key, ...values })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'key'])
            .doUpdateSet(values)
            .where((known) => known.or([known('idempotency_keys.created_at', '<=', expired), isFree])),
        )
        // The shopper's row is locked by now, so what is counted here cannot change any more.
        .returning([
          own.select('id').where(isAwaiting).as('awaiting'),
          openCod.offset(MAX_OPEN_COD - 1).as('lastOpenCod'),
          openCod.offset(MAX_OPEN_COD_UNCONFIRMED - 1).as('lastUnconfirmed'),
          own
            .select('created_at')
            .orderBy('created_at', 'desc')
            .limit(1)
            .offset(MAX_ORDERS_AN_HOUR - 1)
            .as('oldestOfHour'),
        ])
    )
  })

/** The same conditions as the indexes orders_awaiting_payment and orders_open_cod; with others they are not used. */
const isAwaiting = sql<boolean>`status = 'Awaiting payment'`
const isOpenCod = sql<boolean>`payment_type = 'COD' and status in ('Order Placed', 'Confirmed', 'Packed')`

const theOrderIs = (condition: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from orders where orders.id = idempotency_keys.order_id and ${condition})`
/** An order given up before it was paid does not count. */
const takeNamedKey = takeKey(theOrderIs(sql<boolean>`status = 'Cancelled' and payment_type = 'Online' and is_paid = 0`))
/** Without a key, a cancelled order does not count. */
const takeTwinKey = takeKey(theOrderIs(sql<boolean>`status = 'Cancelled'`))

interface Claimed {
  awaiting: string | null
  /** Number of the last cash order not yet on its way that is allowed; null: there are fewer. */
  lastOpenCod: number | null
  lastUnconfirmed: number | null
  /** Time of the order as many back as an hour allows. */
  oldestOfHour: number | null
}

/**
 * Claims the key; a second order with it waits for the first. Gives the earlier order, or what limits need of the shopper's orders. The shopper's row
 * must be locked. Throws KEY_REUSED when the earlier order had other content.
 */
export async function claimKey(
  tx: Tx,
  claim: {
    shopperId: string
    idempotencyKey: string | undefined
    contentHash: string
    orderId: string
    now: Date
  },
): Promise<{ earlier: Placed; claimed?: never } | { earlier?: never; claimed: Claimed }> {
  const at = claim.now.getTime()
  const isNamed = claim.idempotencyKey !== undefined
  const key = isNamed ? `key:${claim.idempotencyKey}` : `same:${claim.contentHash}`
  const take = isNamed ? takeNamedKey : takeTwinKey
  const [claimed] = await take(tx, {
    shopperId: claim.shopperId,
    key,
    content_hash: claim.contentHash,
    order_id: claim.orderId,
    created_at: at,
    expired: at - (isNamed ? KEY_LIFETIME_MS : TWIN_WINDOW_MS),
  })
  if (claimed) return { claimed }

  const { content_hash, ...earlier } = await tx
    .selectFrom('idempotency_keys')
    .innerJoin('orders', 'orders.id', 'idempotency_keys.order_id')
    .select(['content_hash', 'order_id as orderId', 'amount_paise as amountPaise', 'status'])
    .where('idempotency_keys.user_id', '=', claim.shopperId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (content_hash !== claim.contentHash) throw keyReused()
  return { earlier }
}

/** Placing may take longer than the window: then it starts anew, so that a waiting twin is still a duplicate. */
export async function restartTwinWindow(tx: Tx, orderId: string, startedAt: Date, endedAt: Date) {
  if (endedAt.getTime() - startedAt.getTime() <= TWIN_WINDOW_MS) return
  await tx
    .updateTable('idempotency_keys')
    .set({ created_at: endedAt.getTime() })
    .where('order_id', '=', orderId)
    .execute()
}

/** Deletes keys that are older than 24 hours. */
export const deleteOldKeys = ({ db, now }: { db: Db; now: () => Date }) =>
  deleteInParts(db, 'idempotency_keys', ['user_id', 'key'], sql`created_at < ${now().getTime() - KEY_LIFETIME_MS}`)
