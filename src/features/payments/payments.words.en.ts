/** What payments say. */
export const paymentsEn = {
  AMOUNT_NOT_PAYABLE: 'This amount cannot be paid by card. Please choose cash on delivery',
  WRONG_SIGNATURE: 'The signature does not fit',
  THIS_CHECKOUT: 'This checkout',

  ORDER_RESERVED: 'Order reserved. Pay to confirm it',
  PAYMENT_OPENED: 'Taking you to the payment',
  PAYMENT_EVENT_RECEIVED: 'Received',
  TEST_CHECKOUT_PAID: 'Paid. No money has moved',
}
