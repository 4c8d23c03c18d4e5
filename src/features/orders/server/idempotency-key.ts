import { createHash } from 'node:crypto'
import type { Db, Tables, Tx } from '#server/db/database.ts'
import { prepared } from '#server/db/prepared.ts'
import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { keyReused } from '../orders.contract.ts'

const KEY_LIFETIME_MS = DAY_MS
/** Without a key, an identical order within this time makes no second (reliability promises §17). */
const TWIN_WINDOW_MS = 10 * SECOND_MS

/** What an order call was answered with. */
export interface Placed {
  orderId: string
  amountPaise: number
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
  userId: string
  key: string
  content_hash: string
  order_id: string
  created_at: number
  /** A key that was taken by then is free again. */
  expired: number
}

const takeKey = prepared((db, { userId, key, expired, ...values }: Claim) =>
  db
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, ...values })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'key'])
        .doUpdateSet(values)
        .where((key) =>
          key.or([
            key('idempotency_keys.created_at', '<=', expired),
            // An order that was given up before it was paid was never more than a try.
            key.exists(
              key
                .selectFrom('orders')
                .select('orders.id')
                .whereRef('orders.id', '=', 'idempotency_keys.order_id')
                .where('status', '=', 'Cancelled')
                .where('payment_type', '=', 'Online')
                .where('is_paid', '=', 0),
            ),
          ]),
        ),
    )
    .returning((row) =>
      row
        .selectFrom('orders')
        .select('id')
        .where('user_id', '=', userId)
        .where('status', '=', 'Awaiting payment')
        .as('awaiting'),
    ),
)

/**
 * Takes the key for this order; a second order with it waits for the first to end. Returns the earlier order when there
 * is one, else the shopper's order that awaits payment, if any. Throws KEY_REUSED when the earlier had other content.
 */
export async function claimKey(
  tx: Tx,
  claim: { userId: string; idempotencyKey: string | undefined; contentHash: string; orderId: string; now: Date },
): Promise<{ earlier?: Placed; awaiting?: string | null }> {
  const at = claim.now.getTime()
  const key = claim.idempotencyKey === undefined ? `same:${claim.contentHash}` : `key:${claim.idempotencyKey}`
  const lifetimeMs = claim.idempotencyKey === undefined ? TWIN_WINDOW_MS : KEY_LIFETIME_MS
  const [claimed] = await takeKey(tx, {
    userId: claim.userId,
    key,
    content_hash: claim.contentHash,
    order_id: claim.orderId,
    created_at: at,
    expired: at - lifetimeMs,
  })
  if (claimed) return claimed

  const earlier = await tx
    .selectFrom('idempotency_keys')
    .innerJoin('orders', 'orders.id', 'idempotency_keys.order_id')
    .select(['content_hash', 'order_id', 'amount_paise'])
    .where('idempotency_keys.user_id', '=', claim.userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (earlier.content_hash !== claim.contentHash) throw keyReused()
  return { earlier: { orderId: earlier.order_id, amountPaise: earlier.amount_paise } }
}

/** A twin may have arrived while an order waited for long: it finds a young order too. */
export async function keepTwinsAway(tx: Tx, orderId: string, startedAt: Date, endedAt: Date) {
  if (endedAt.getTime() - startedAt.getTime() <= TWIN_WINDOW_MS) return
  await tx
    .updateTable('idempotency_keys')
    .set({ created_at: endedAt.getTime() })
    .where('order_id', '=', orderId)
    .execute()
}

/** Keys that no call can find any more. */
export async function deleteOldKeys({ db, now }: { db: Db; now: () => Date }) {
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', now().getTime() - KEY_LIFETIME_MS)
    .execute()
}
