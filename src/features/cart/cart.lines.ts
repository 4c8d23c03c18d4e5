import { type Cart, readCart } from './cart.rules.ts'

/** A cart in an address: "id:12,id:7". */
export const writeLines = (cart: Cart) =>
  Object.entries(cart)
    .map(([product, quantity]) => `${product}:${quantity}`)
    .join(',')

/** The cart that `writeLines` wrote; undefined for anything else, and for more lines than a cart holds. */
export function readLines(text: string): Cart | undefined {
  const parts = text.split(',').filter(Boolean)
  const lines = parts.map((part) => {
    const [product = '', quantity = ''] = part.split(':')
    return [product, /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0] as const
  })
  const cart = readCart(Object.fromEntries(lines))
  return Object.keys(cart).length === parts.length ? cart : undefined
}
