import { type Cart, quantityIn, readCart, setQuantity } from './cart.rules.ts'

/**
 * What a visitor put in the cart by forms sent before JavaScript had loaded. Once it has, the browser moves the lines to
 * localStorage and drops the cookie; so the cookie only ever holds what localStorage does not.
 */
export const FORM_CART_COOKIE = 'haat-cart-form'

const MAX_AGE_S = 90 * 24 * 60 * 60
/** Browsers drop cookies over 4,096 characters; what does not fit is left out. */
const MAX_LENGTH = 3800

/** `{a: 2, b: 1}` -> `a~2.b~1`. */
const serialize = (cart: Cart) => {
  let value = ''
  for (const [id, quantity] of Object.entries(cart)) {
    const line = `${value === '' ? '' : '.'}${id}~${quantity}`
    if (!/^[\w-]+$/.test(id) || value.length + line.length > MAX_LENGTH) continue
    value += line
  }
  return value
}

const parse = (value: string) =>
  readCart(
    Object.fromEntries(
      value.split('.').map((line) => {
        const [id = '', quantity = ''] = line.split('~')
        return [id, /^\d{1,3}$/.test(quantity) ? Number(quantity) : 0]
      }),
    ),
  )

/** The cart in a Cookie header (or document.cookie). Bad lines are dropped. Never throws. */
export function readFormCart(cookies: string | null): Cart {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=')
    if (name === FORM_CART_COOKIE) return parse(value)
  }
  return {}
}

/** For Set-Cookie and document.cookie alike: the browser must be able to read it. An empty cart drops the cookie. */
export function formCartCookie(cart: Cart) {
  const value = serialize(cart)
  return `${FORM_CART_COOKIE}=${value}; Path=/; Max-Age=${value === '' ? 0 : MAX_AGE_S}; SameSite=Lax`
}

/** The cookie's lines on top of what is there: they were added besides it, so quantities add up. */
export function addFormCart(cart: Cart, formCart: Cart): Cart {
  let joined = cart
  for (const [id, quantity] of Object.entries(formCart))
    joined = setQuantity(joined, id, quantityIn(joined, id) + quantity)
  return joined
}
