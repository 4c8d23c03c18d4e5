import type { Selectable } from 'kysely'
import { z } from 'zod'
import { paymentServiceFailed } from '#features/orders/pay-order.contract.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { newId } from '#shared/ids.ts'
import { CHECKOUT_MS } from '../payments.rules.ts'
import { type Checkout, type Gateway, type GatewayRefund, RefundRefused } from './gateway.ts'

const Refunds = z.record(z.string(), z.int())

const providerIdOf = (id: string) => `test-${id}`

type Row = Selectable<Tables['test_checkouts']>

const toCheckout = (row: Row): Checkout => ({
  sessionId: row.id,
  state: row.state === 'paid' ? 'complete' : row.state,
  isPaid: row.state === 'paid',
  amount: row.amount_paise,
  currency: 'inr',
  reference: row.id,
})

const refundsIn = ({ refunds }: Row, at: Date): GatewayRefund[] =>
  Object.entries(Refunds.parse(JSON.parse(refunds))).map(([id, amount]) => ({
    ...{ providerId: providerIdOf(id), id, amount, currency: 'inr', hasFailed: false, at },
  }))

/** The built-in checkout: a page of ours where nothing is charged. It keeps its own books, as a payment service does. */
export function builtInGateway({
  db,
  config,
  now,
}: {
  db: Db
  config: Pick<Config, 'publicUrl'>
  now: () => Date
}): Gateway {
  const rowOf = async (id: string) => {
    const row = await db.selectFrom('test_checkouts').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw paymentServiceFailed()
    return row
  }
  const settle = (id: string, state: Row['state']) =>
    db.updateTable('test_checkouts').set({ state }).where('id', '=', id).where('state', '=', 'open').execute()

  async function find(sessionId: string) {
    const row = await rowOf(sessionId)
    if (row.state !== 'open' || row.expires_at > now().getTime()) return toCheckout(row)
    await settle(sessionId, 'expired')
    return toCheckout(await rowOf(sessionId))
  }

  return {
    provider: 'test',
    async open({ key, order, expiresAt, successUrl, cancelUrl }) {
      await db
        .insertInto('test_checkouts')
        .values({
          id: newId(),
          key,
          amount_paise: order.amountPaise,
          refunds: '{}',
          state: 'open',
          expires_at: expiresAt.getTime(),
          success_url: successUrl,
          cancel_url: cancelUrl,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const { id } = await db.selectFrom('test_checkouts').select('id').where('key', '=', key).executeTakeFirstOrThrow()
      return { sessionId: id, url: `${config.publicUrl}/test-checkout/${id}` }
    },
    find,
    async close(sessionId) {
      await settle(sessionId, 'expired')
      return find(sessionId)
    },
    async refundsOf(reference) {
      return refundsIn(await rowOf(reference), now())
    },
    async bookSince(since) {
      const rows = await db
        .selectFrom('test_checkouts')
        .selectAll()
        .where('state', '=', 'paid')
        .where('expires_at', '>=', since.getTime() + CHECKOUT_MS)
        .execute()
      return {
        payments: rows.map((row) => ({
          ...{ reference: row.id, orderId: undefined, amount: row.amount_paise, currency: 'inr' },
          at: new Date(row.expires_at - CHECKOUT_MS),
        })),
        refunds: rows.flatMap((row) => refundsIn(row, now()).map((refund) => ({ ...refund, reference: row.id }))),
        disputes: [],
      }
    },
    refund: ({ id, reference, amount }) =>
      db.transaction().execute(async (tx) => {
        const wanted = tx.selectFrom('test_checkouts').selectAll().where('id', '=', reference)
        const row = await lockRows(tx, wanted).executeTakeFirst()
        if (row?.state !== 'paid') throw new RefundRefused('this was never paid')
        const refunds = Refunds.parse(JSON.parse(row.refunds))
        const others = Object.entries(refunds).reduce(
          (sum, [other, refunded]) => sum + (other === id ? 0 : refunded),
          0,
        )
        if (others + amount > row.amount_paise) throw new RefundRefused('this is more than is left')
        const after = JSON.stringify({ ...refunds, [id]: amount })
        await tx.updateTable('test_checkouts').set({ refunds: after }).where('id', '=', reference).execute()
        return { providerId: providerIdOf(id) }
      }),
  }
}

/** Pays a test checkout. False: it is not open any more. */
export async function payTestCheckoutRow(db: Db, id: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('test_checkouts')
    .set({ state: 'paid' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expires_at', '>', now.getTime())
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}
