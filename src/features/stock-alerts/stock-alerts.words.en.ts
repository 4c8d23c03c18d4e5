/** What requests for a mail about a product that is back say. */
export const stockAlertsEn = {
  STOCK_ALERT_KEPT: ({ email, product }: { email: string; product: string }) =>
    `We will write to ${email} once ${product} is back`,
  STOCK_ALERT_ASKED: ({ product }: { product: string }) =>
    `We will write to you once ${product} is back. If we ask you by mail to confirm your address, open the link in it first`,
  STOCK_ALERT_CONFIRMED: 'We will write to you once it is back.',
  STOCK_ALERTS_STOPPED: 'We write no more about products that are back, and have deleted your address from the list.',
}
