import type { PaymentShop } from '#features/payments/testing/payments.ts'
import type { Random } from '#shared/random.ts'

/** What happens at the payment service of the shop that is open just then. */
export function createStripeActs(open: () => PaymentShop, { pick, whole, happens, fraction }: Random) {
  /** Money at Stripe for orders that are lost goes back there: a person finds it under Problems. */
  async function refundLost() {
    const { db, stripe } = open()
    for (const { payment_intent, client_reference_id } of stripe.sessions.values()) {
      const known = await db.selectFrom('orders').select('id').where('id', '=', client_reference_id).executeTakeFirst()
      if (known || !payment_intent) continue
      const { captured, refunded } = stripe.ledgerOf(payment_intent)
      const isTaken = stripe.disputes.some((one) => one.payment_intent === payment_intent && one.status !== 'won')
      if (captured > refunded && !isTaken) stripe.refundThere(payment_intent)
    }
  }

  /** What Stripe does by itself; its events come, or get lost. */
  async function stripeActs() {
    const shop = open()
    const tell = async (type: string, object: object) => {
      if (happens(0.6)) await shop.deliver(shop.stripe.event(type, object))
    }
    const paid = [...shop.stripe.sessions.values()].flatMap(({ payment_intent }) => payment_intent ?? [])
    if (paid.length === 0) return
    const intent = pick(paid)
    const { captured, refunded } = shop.stripe.ledgerOf(intent)
    const isDisputed = shop.stripe.disputes.some(({ payment_intent }) => payment_intent === intent)
    const dice = fraction()
    if (dice < 0.3 && captured > refunded && !isDisputed) {
      const refund = shop.stripe.refundThere(intent, happens(0.5) ? undefined : whole(1, captured - refunded))
      await tell('charge.refunded', shop.stripe.chargeOf(intent))
      await tell('refund.created', refund)
    } else if (dice < 0.5 && captured > refunded && !isDisputed) {
      await tell('charge.dispute.created', shop.stripe.dispute(intent))
    } else if (dice < 0.7) {
      const open = shop.stripe.disputes.find(({ status }) => status === 'needs_response')
      if (open) await tell('charge.dispute.closed', shop.stripe.endDispute(open.id, happens(0.5) ? 'won' : 'lost'))
    } else {
      const made = shop.stripe.refunds.filter(({ status }) => status === 'succeeded')
      if (made.length > 0 && happens(0.5)) await tell('refund.failed', shop.stripe.failRefund(pick(made).id))
    }
  }

  return { refundLost, stripeActs }
}
