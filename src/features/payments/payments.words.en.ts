import { formatMoney } from '#shared/money.ts'

interface Money {
  /** The amount in the currency's smallest unit. */
  amount: number
  currency: string
}

/** What payments say. */
export const paymentsEn = {
  AMOUNT_NOT_PAYABLE: 'This amount cannot be paid by card. Please choose cash on delivery',
  WRONG_SIGNATURE: 'The signature does not fit',
  THIS_CHECKOUT: 'This checkout',

  MONEY_DISPUTED: ({ amount, currency }: Money) =>
    `${formatMoney(amount, currency)} is disputed, and taken until that is decided`,
  MONEY_GIVEN_BACK: ({ amount, currency }: Money) => `${formatMoney(amount, currency)} that was disputed is given back`,

  ORDER_RESERVED: 'Order reserved. Pay to confirm it',
  PAYMENT_OPENED: 'Taking you to the payment',
  PAYMENT_EVENT_RECEIVED: 'Received',
  TEST_CHECKOUT_PAID: 'Paid. No money has moved',
}
