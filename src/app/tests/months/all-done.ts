import { expect } from 'vitest'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { isReturnOpen } from '#features/orders/returns.states.ts'
import { compareGateway } from '#features/payments/server/compare-gateway.ts'
import type { PaymentShop } from '#features/payments/testing/payments.ts'
import { listDue } from '#features/payouts/payouts.contract.ts'
import { checkPayouts } from '#features/payouts/server/check-payouts.ts'
import { getStatement } from '#features/payouts/statements.contract.ts'
import { listSecondYeses } from '#features/second-yes/second-yes.contract.ts'
import type { Db } from '#kernel/db/database.ts'
import { paise, sumOf } from '#shared/money.ts'

/** Whose each number is that people hold: "invoices 7" is the order's id. */
export type Numbers = readonly (readonly [string, string])[]

export async function numbersOf(db: Db): Promise<Numbers> {
  const [orders, invoices, notes, entries, runs] = await Promise.all([
    db.selectFrom('orders').select(['number', 'id']).execute(),
    db.selectFrom('invoices').select(['number', 'order_id as id']).execute(),
    db.selectFrom('credit_notes').select(['number', 'order_id as id']).execute(),
    db.selectFrom('ledger_entries').select(['number', 'hash as id']).execute(),
    db.selectFrom('payout_runs').select(['number', 'key as id']).execute(),
  ])
  return Object.entries({ orders, invoices, notes, entries, runs }).flatMap(([name, rows]) =>
    rows.map(({ number, id }) => [`${name} ${number}`, id] as const),
  )
}

/** Numbers that were given out before the restore are of the same things after it, or of nothing. */
export function expectGivenOnce(before: Numbers, after: Numbers) {
  const now = new Map(after)
  const others = before.filter(([number, id]) => (now.get(number) ?? id) !== id)
  expect(others).toEqual([])
  expect(before.length).toBeGreaterThan(0)
}

/** Nothing is held, nothing went back twice, and all who keep books say the same. */
export async function expectAllDone(shop: PaymentShop, seed: number) {
  const seller = await shop.seller({ staysProved: true })
  const { db, stripe } = shop
  const due = await seller.api(listDue)
  expect({ seed, held: due.held, later: due.later }).toEqual({
    ...{ seed, held: { amount: 0, producers: 0 }, later: { amount: 0, producers: 0 } },
  })
  for (const { due: amount } of due.balances) expect(amount).toBeLessThanOrEqual(0)
  const returns = await db.selectFrom('returns').select(['id', 'state']).execute()
  expect(returns.filter(({ state }) => isReturnOpen(state))).toEqual([])
  const waiting = await db.selectFrom('orders').select(['number', 'status']).where('problem', '=', 1).execute()
  expect(waiting).toEqual([])

  const refunds = await db.selectFrom('refunds').selectAll().where('state', '!=', 'failed').execute()
  for (const line of await db.selectFrom('order_lines').selectAll().execute()) {
    const pieces = refunds
      .filter(({ order_id }) => order_id === line.order_id)
      .map(({ quantities }) => JSON.parse(quantities)[line.position] ?? 0)
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(line.refunded)
    expect(line.refunded).toBeLessThanOrEqual(line.quantity)
  }

  expect((await seller.api(listSecondYeses)).waiting).toEqual([])

  const { captured, refunded, disputed } = stripe.totals()
  const check = await compareGateway(shop.deps)
  const { problems } = await seller.api(listMoneyProblems, { query: {} })
  expect(problems).toEqual([])
  expect(check).toMatchObject({ off: 0 })
  const came = await db
    .selectFrom('orders')
    .select('amount_paise')
    .where('payment_type', '=', 'Online')
    .where('is_paid', '=', 1)
    .execute()
  const back = refunds.filter(({ method }) => method === 'card').map(({ amount_minor }) => paise(amount_minor))
  expect(sumOf(came.map(({ amount_paise }) => amount_paise)) - sumOf(back)).toBe(captured - refunded - disputed)

  const payouts = await db.selectFrom('payouts').selectAll().execute()
  expect(payouts.length).toBeGreaterThan(0)
  for (const payout of payouts) {
    const entries = await db.selectFrom('ledger_entries').selectAll().where('payout_id', '=', payout.id).execute()
    const paid = sumOf(entries.map(({ producer_paise }) => producer_paise))
    const isOver = payout.state === 'failed' || payout.state === 'given up'
    expect(paid + (isOver ? 0 : payout.amount_paise)).toBe(0)
    const { key } = await db
      .selectFrom('payout_runs')
      .select('key')
      .where('number', '=', payout.run)
      .executeTakeFirstOrThrow()
    // What the bank had paid before the books knew of it holds no dues.
    if (isOver || key.startsWith('found ')) continue
    const dues = await db.selectFrom('ledger_dues').select('amount_paise').where('payout_id', '=', payout.id).execute()
    expect(sumOf(dues.map(({ amount_paise }) => amount_paise))).toBe(payout.amount_paise)
    const { statement } = await seller.api(getStatement, { params: { id: payout.id }, query: {} })
    expect([statement.amount, statement.sums.together]).toEqual([payout.amount_paise, payout.amount_paise])
  }
  const found = await checkLedger(db, { checkLeaving: checkPayouts })
  expect(found?.fault).toBeUndefined()
}
