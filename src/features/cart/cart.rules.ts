/** What a cart may hold: docs/promises.md 5. */
export const MAX_QUANTITY = 999
export const MAX_LINES = 100
/** The quantity selector offers 1 to 9, or up to the current quantity. */
export const SELECTOR_MAX = 9

/** Product id -> quantity, in the order the lines were added. */
export type Cart = Record<string, number>

const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY

/** How many of a product there are. Only own keys count: every object has a `constructor`. */
export const quantityIn = (cart: Cart, product: string) => (Object.hasOwn(cart, product) ? (cart[product] ?? 0) : 0)

/** Sets one product's quantity: 0 or less takes the line out, more than 999 stays 999. A 101st product is not taken. */
export function setQuantity(cart: Cart, product: string, quantity: number): Cart {
  const { [product]: _, ...others } = cart
  if (quantity < 1) return others
  if (quantityIn(cart, product) === 0 && Object.keys(cart).length >= MAX_LINES) return cart
  return { ...cart, [product]: Math.min(Math.trunc(quantity), MAX_QUANTITY) }
}

/** One more of a product. */
export const addOne = (cart: Cart, product: string) => setQuantity(cart, product, quantityIn(cart, product) + 1)

/** One less; the line goes at 0. */
export const removeOne = (cart: Cart, product: string) => setQuantity(cart, product, quantityIn(cart, product) - 1)

/** What is left when these pieces were bought. */
export const takePieces = (cart: Cart, bought: readonly { product: string; quantity: number }[]): Cart =>
  bought.reduce((left, { product, quantity }) => setQuantity(left, product, quantityIn(left, product) - quantity), cart)

/** How many pieces. */
export const countUnits = (cart: Cart) => Object.values(cart).reduce((sum, quantity) => sum + quantity, 0)

/** "1 item", "3 items" */
export const countItems = (units: number) => (units === 1 ? '1 item' : `${units} items`)

/** Product id -> the most of it that can be bought; 0: none. What is not named has no known limit. */
export type Limits = Record<string, number>

/** The limits after the shop has told more; null: there is none any more. What is not in the cart is forgotten. */
export const learnLimits = (limits: Limits, told: Record<string, number | null>, cart: Cart): Limits =>
  Object.fromEntries(
    Object.entries({ ...limits, ...told }).flatMap(([id, limit]) =>
      limit === null || quantityIn(cart, id) === 0 ? [] : [[id, limit]],
    ),
  )

/** What of an untrusted value is limits. Never throws. */
export const readLimits = (value: unknown): Limits =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, limit]) => Number.isInteger(limit) && limit >= 0))
    : {}

/**
 * How many pieces can be bought as the cart stands, as far as the limits are known: what the badge shows. A line that wants more than
 * there is waits to be decided, and counts for none.
 */
export const countBuyable = (cart: Cart, limits: Limits) =>
  countUnits(
    Object.fromEntries(
      Object.entries(cart).filter(([id, quantity]) => !Object.hasOwn(limits, id) || quantity <= (limits[id] ?? 0)),
    ),
  )

/** What of an untrusted value is a cart; bad lines are dropped. Never throws. */
export function readCart(value: unknown): Cart {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const lines = Object.entries(value).filter(
    ([id, quantity]) => id.length >= 1 && id.length <= 64 && id !== '__proto__' && isQuantity(quantity),
  )
  return Object.fromEntries(lines.slice(0, MAX_LINES))
}

/** A visitor's cart joins the account's: new lines are added, the same product keeps the larger quantity. */
export function mergeCarts(account: Cart, visitor: Cart): Cart {
  let merged = account
  for (const [product, quantity] of Object.entries(visitor)) {
    merged = setQuantity(merged, product, Math.max(quantityIn(merged, product), quantity))
  }
  return merged
}
