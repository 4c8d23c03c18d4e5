import type { Tx } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import type { LockedOrder } from './locked-order.ts'
import { type MailedStep, orderPlacedMail, orderStepMail } from './order.mails.ts'
import { readAddress } from './orders.service.ts'

/** Queues the mail with all that was ordered. Nobody is told where the account, and with it the address, was deleted. */
export async function mailPlaced(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  lines: readonly { name: string; quantity: number; offer_price_paise: number }[],
) {
  const address = readAddress(order.address)
  if (address.email === '') return
  const totals = {
    subtotalPaise: order.subtotal_paise,
    taxPaise: order.tax_paise,
    shippingPaise: 0,
    totalPaise: order.amount_paise,
  }
  const mail = orderPlacedMail({
    config: deps.config,
    number: order.number,
    address,
    lines,
    totals,
    paymentType: order.payment_type,
  })
  await queueMail(tx, mail, deps.now())
}

/** Queues the mail of a step. Nobody is told where the account, and with it the address, was deleted. */
export async function mailStep(deps: Deps, tx: Tx, step: MailedStep, order: LockedOrder, refundPaise = 0) {
  const address = readAddress(order.address)
  if (address.email === '') return
  const mail = orderStepMail(step, {
    config: deps.config,
    number: order.number,
    address,
    amountPaise: order.amount_paise,
    refundPaise,
    paymentType: order.payment_type,
    isPaid: order.is_paid === 1,
  })
  await queueMail(tx, mail, deps.now())
}
