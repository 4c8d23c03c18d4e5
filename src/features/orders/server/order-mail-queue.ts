import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMailToAccount } from '#kernel/mail/mail.ts'
import { minus, NO_MONEY, type Paise } from '#shared/money.ts'
import { type MailedStep, orderPlacedMail, orderStepMail } from './order.mails.ts'
import { readAddress } from './order-answer.ts'
import type { LockedOrder } from './order-row.ts'
import { refundedPaise } from './refunds.ts'

/** Queues the mail with all that was ordered, to the account's address alone. Nobody is told where the account was deleted. */
export async function mailPlaced(
  deps: Deps,
  tx: Tx,
  order: LockedOrder,
  lines: readonly { name: string; quantity: number; offer_price_paise: Paise }[],
) {
  const address = readAddress(order.address)
  const totals = {
    subtotalPaise: order.subtotal_paise,
    taxPaise: order.tax_paise,
    shippingPaise: NO_MONEY,
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
  await queueMailToAccount(tx, order.user_id, mail, deps.now())
}

/** Queues the mail of a step, to the account's address alone. Nobody is told where the account was deleted. */
export async function mailStep(deps: Deps, tx: Tx, step: MailedStep, order: LockedOrder, refundPaise = NO_MONEY) {
  const address = readAddress(order.address)
  const mail = orderStepMail(step, {
    config: deps.config,
    number: order.number,
    address,
    amountPaise: order.amount_paise,
    refundPaise,
    keptPaise: minus(order.amount_paise, await refundedPaise(tx, order.id)),
    paymentType: order.payment_type,
    isPaid: order.is_paid === 1,
  })
  await queueMailToAccount(tx, order.user_id, mail, deps.now())
}
