/** What carts say. */
export const cartEn = {
  UNKNOWN_PRODUCT: 'One of these products is not in the shop',

  CART_QUANTITY_NOT_WHOLE: 'Use a whole number',
  CART_QUANTITY_NEGATIVE: 'A quantity cannot be negative',
  CART_QUANTITY_TOO_LARGE: ({ most }: { most: number }) => `At most ${most} of one product`,
  CART_TOO_LONG: ({ most }: { most: number }) => `A cart holds at most ${most} different products`,
  CART_LINES_FORM: ({ most }: { most: number }) => `Name up to ${most} lines as id:quantity`,

  CART_UPDATED: 'Cart Updated',
  CART_KEPT: 'Cart kept',
}
