export const MAX_QUANTITY = 999
export const MAX_LINES = 100
/** 1 to 9 are offered, or up to the current quantity. */
export const SELECTOR_MAX = 9

/** Product id -> quantity, in the order of adding. */
export type Cart = Record<string, number>

const isQuantity = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY

/** Only own keys count: every object has a `constructor`. */
export const quantityIn = (cart: Cart, product: string) => (Object.hasOwn(cart, product) ? (cart[product] ?? 0) : 0)

/** Sets a quantity: 0 or less removes the line, above 999 it is 999. A 101st product is not taken (docs/promises.md 5). */
export function setQuantity(cart: Cart, product: string, quantity: number): Cart {
  const { [product]: _, ...others } = cart
  if (quantity < 1) return others
  if (quantityIn(cart, product) === 0 && Object.keys(cart).length >= MAX_LINES) return cart
  return { ...cart, [product]: Math.min(Math.trunc(quantity), MAX_QUANTITY) }
}

export const addOne = (cart: Cart, product: string) => setQuantity(cart, product, quantityIn(cart, product) + 1)

export const removeOne = (cart: Cart, product: string) => setQuantity(cart, product, quantityIn(cart, product) - 1)

export const takePieces = (cart: Cart, bought: readonly { product: string; quantity: number }[]): Cart =>
  bought.reduce((left, { product, quantity }) => setQuantity(left, product, quantityIn(left, product) - quantity), cart)

export const countUnits = (cart: Cart) => Object.values(cart).reduce((sum, quantity) => sum + quantity, 0)

export const countItems = (units: number) => (units === 1 ? '1 item' : `${units} items`)

/** Product id -> the most that can be bought; a product not named has no known limit. */
export type Limits = Record<string, number>

/** Adds what the shop told; null ends a limit. Products not in the cart are dropped. */
export const learnLimits = (limits: Limits, told: Record<string, number | null>, cart: Cart): Limits =>
  Object.fromEntries(
    Object.entries({ ...limits, ...told }).flatMap(([id, limit]) =>
      limit === null || quantityIn(cart, id) === 0 ? [] : [[id, limit]],
    ),
  )

export const readLimits = (value: unknown): Limits =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, limit]) => Number.isInteger(limit) && limit >= 0))
    : {}

/** Pieces that can be bought, as far as limits are known, for the badge. A line above its limit waits for a decision and counts for none. */
export const countBuyable = (cart: Cart, limits: Limits) =>
  countUnits(
    Object.fromEntries(
      Object.entries(cart).filter(([id, quantity]) => !Object.hasOwn(limits, id) || quantity <= (limits[id] ?? 0)),
    ),
  )

/** Reads a cart from anything; drops bad lines. Never throws. */
export function readCart(value: unknown): Cart {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const lines = Object.entries(value).filter(
    ([id, quantity]) => id.length >= 1 && id.length <= 64 && id !== '__proto__' && isQuantity(quantity),
  )
  return Object.fromEntries(lines.slice(0, MAX_LINES))
}

/** Adds new lines to the account's cart; the same product keeps the larger quantity. */
export function mergeCarts(account: Cart, visitor: Cart): Cart {
  let merged = account
  for (const [product, quantity] of Object.entries(visitor)) {
    merged = setQuantity(merged, product, Math.max(quantityIn(merged, product), quantity))
  }
  return merged
}
