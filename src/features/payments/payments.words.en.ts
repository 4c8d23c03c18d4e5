/** What payments say. */
export const paymentsEn = {
  THIS_CHECKOUT: 'This checkout',
}
