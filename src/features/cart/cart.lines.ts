import { type Cart, readCart } from './cart.rules.ts'

export const writeLines = (cart: Cart) =>
  Object.entries(cart)
    .map(([product, quantity]) => `${product}:${quantity}`)
    .join(',')

/** Reads `writeLines`; undefined for anything else, and for more lines than a cart holds. */
export function readLines(text: string): Cart | undefined {
  const parts = text.split(',').filter(Boolean)
  const lines = parts.map((part) => {
    const [product = '', quantity = ''] = part.split(':')
    return [product, /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0] as const
  })
  const cart = readCart(Object.fromEntries(lines))
  return Object.keys(cart).length === parts.length ? cart : undefined
}
