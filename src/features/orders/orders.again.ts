import { type Cart, mergeCarts, quantityIn } from '#features/cart/cart.rules.ts'

export interface AgainLine {
  product: string
  name: string
  quantity: number
}

/** The cart with those lines of an order that can be bought now. The larger quantity stays, so doing it twice changes nothing. */
export const putIntoCart = (cart: Cart, lines: readonly AgainLine[], available: ReadonlySet<string>): Cart =>
  mergeCarts(
    cart,
    Object.fromEntries(
      lines.filter(({ product }) => available.has(product)).map(({ product, quantity }) => [product, quantity]),
    ),
  )

/** Lines of an order that are not in the cart: they cannot be bought now, or the cart is full. */
export const missingIn = (cart: Cart, lines: readonly AgainLine[], available: ReadonlySet<string>) =>
  lines
    .filter(({ product }) => quantityIn(cart, product) === 0)
    .map(({ product, name }) => ({ name, isAvailable: available.has(product) }))
