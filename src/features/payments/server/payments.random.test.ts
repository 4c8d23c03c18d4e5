import { expect, it } from 'vitest'
import { isOff } from '#features/orders/orders.states.ts'
import { expectAgreement } from '#features/payments/testing/agreement.ts'
import { nextSteps, settleAll } from '#features/payments/testing/payment-steps.ts'
import { paymentWorld } from '#features/payments/testing/payment-world.ts'
import { randomTest } from '#testing/shop.ts'

// TEST_SEED=… begins with another seed, TEST_STEPS=… takes more steps.

const STEPS_A_ROUND = 500
const ROUND_TIMEOUT_MS = 300_000
const SHOWN_STEPS = 80

const rounds = Array.from({ length: Math.ceil(randomTest.steps / STEPS_A_ROUND) }, (_, at) => randomTest.seed + at)

it.each(rounds)(
  'money, orders, stock and carts agree after every one of 500 random steps, some at the same time (seed %i)',
  async (seed) => {
    const world = await paymentWorld(seed)
    const log: string[] = []
    try {
      while (log.length < STEPS_A_ROUND) {
        log.push(...(await nextSteps(world)))
        await expectAgreement(world.shop)
      }
      await settleAll(world)
      await expectAgreement(world.shop, { isSettled: true })
      await expectNothingOver(world.shop)
    } catch (error) {
      console.error(`Seed ${seed}, ${log.length} steps; the last were:\n${log.slice(-SHOWN_STEPS).join('\n')}`)
      throw error
    } finally {
      await world.shop.close()
    }
  },
  ROUND_TIMEOUT_MS,
)

/**
 * What Stripe holds in the end is what was sold and not refunded, to the paisa, and what was refunded by UPI; of what was cancelled or
 * returned nobody holds anything.
 */
async function expectNothingOver({ db, stripe }: Awaited<ReturnType<typeof paymentWorld>>['shop']) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status', 'amount_paise'])
    .where('payment_type', '=', 'Online')
    .where('is_paid', '=', 1)
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('state', '=', 'done').execute()
  const wentBack = new Map<string, number>()
  for (const { order_id, amount_minor } of refunds) wentBack.set(order_id, (wentBack.get(order_id) ?? 0) + amount_minor)
  const left = orders.map(({ id, status, amount_paise }) => ({ status, paise: amount_paise - (wentBack.get(id) ?? 0) }))
  const online = new Set(orders.map(({ id }) => id))
  const byHand = refunds.filter(({ order_id, method }) => method !== 'card' && online.has(order_id))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const { captured, refunded } = stripe.totals()
  const kept = sum(left.map(({ paise }) => paise)) + sum(byHand.map(({ amount_minor }) => amount_minor))
  expect(captured - refunded).toBe(kept)
  expect(left.filter(({ status, paise }) => isOff(status) && paise !== 0)).toEqual([])
  expect(orders.length).toBeGreaterThan(0)
  expect(refunds.length).toBeGreaterThan(0)
}
