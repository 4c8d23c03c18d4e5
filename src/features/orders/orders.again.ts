import { type Cart, mergeCarts, quantityIn } from '#features/cart/cart.rules.ts'

/** A line of an order that is to be bought again. */
export interface AgainLine {
  product: string
  name: string
  quantity: number
}

/**
 * The cart with an order's lines that can be bought now. What is in the cart already keeps the larger quantity, as where two carts
 * are merged, so doing it twice changes nothing.
 */
export const putIntoCart = (cart: Cart, lines: readonly AgainLine[], available: ReadonlySet<string>): Cart =>
  mergeCarts(
    cart,
    Object.fromEntries(
      lines.filter(({ product }) => available.has(product)).map(({ product, quantity }) => [product, quantity]),
    ),
  )

/** What of an order is not in the cart: it cannot be bought now, or the cart holds as many products as it can. */
export const missingIn = (cart: Cart, lines: readonly AgainLine[], available: ReadonlySet<string>) =>
  lines
    .filter(({ product }) => quantityIn(cart, product) === 0)
    .map(({ product, name }) => ({ name, isAvailable: available.has(product) }))
