import { type Cart, quantityIn, readCart, setQuantity } from './cart.rules.ts'

/** Where a visitor's cart is in localStorage: its `items`, and its `units` for the badge, before scripts have run. */
export const VISITOR_CART_KEY = 'haat-cart'

/**
 * What is in a visitor's localStorage, for the cart page alone: so the server can draw the cart that only the browser knows. Sent
 * with no other page, which stays the same for all visitors. Written by the browser at each change.
 */
export const CART_COOKIE = 'haat-cart'
/** The page, and what the router asks for on the way to it. */
const CART_PATHS = ['/cart', '/cart.data']

/**
 * What a visitor changed by forms sent before JavaScript had loaded. Once it has, the browser moves it to localStorage and drops the
 * cookie. Lines are on top of what localStorage holds; with the mark WHOLE they are all of the cart, as the cart page shows and changes it.
 */
export const FORM_CART_COOKIE = 'haat-cart-form'
const WHOLE = '!'

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

/** The value of a cookie in a Cookie header (or document.cookie); undefined without it. */
function cookieValue(wanted: string, cookies: string | null) {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=')
    if (name === wanted) return value
  }
}

// The browser must be able to read them, so they are written the same way in Set-Cookie and document.cookie.
const cookieOf = (name: string, value: string, path: string) =>
  `${name}=${value}; Path=${path}; Max-Age=${value === '' ? 0 : MAX_AGE_S}; SameSite=Lax`

/** Lines that were added besides what is there: quantities add up. */
function addLines(cart: Cart, added: Cart): Cart {
  let joined = cart
  for (const [id, quantity] of Object.entries(added))
    joined = setQuantity(joined, id, quantityIn(joined, id) + quantity)
  return joined
}

/** A visitor's cart with what forms have changed since. Bad lines are dropped. Never throws. */
export function withFormCart(cart: Cart, cookies: string | null): Cart {
  const changed = cookieValue(FORM_CART_COOKIE, cookies) ?? ''
  return changed.startsWith(WHOLE) ? parse(changed.slice(WHOLE.length)) : addLines(cart, parse(changed))
}

/** The visitor's cart as the cookies of a request tell it: whole on the way to the cart, elsewhere what forms have changed. */
export const readCartCookies = (cookies: string | null): Cart =>
  withFormCart(parse(cookieValue(CART_COOKIE, cookies) ?? ''), cookies)

/** Keeps what a form has made of `readCartCookies`: the next script that starts takes it over. An empty cart drops the cookie. */
export function formCartCookie(cart: Cart, cookies: string | null = null) {
  const isWhole =
    cookieValue(CART_COOKIE, cookies) !== undefined || cookieValue(FORM_CART_COOKIE, cookies)?.startsWith(WHOLE)
  return cookieOf(FORM_CART_COOKIE, `${isWhole ? WHOLE : ''}${serialize(cart)}`, '/')
}

/** Tells the cart page what localStorage holds. An empty cart drops the cookies. */
export const cartCookies = (cart: Cart) => CART_PATHS.map((path) => cookieOf(CART_COOKIE, serialize(cart), path))
