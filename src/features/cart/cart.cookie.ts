import { findVisitorCart } from './cart.contract.ts'
import { type Cart, quantityIn, readCart, setQuantity } from './cart.rules.ts'

/** A visitor's cart in localStorage: its `items`, and its `units` for the badge before scripts run. */
export const VISITOR_CART_KEY = 'haat-cart'

/** A copy of localStorage for the cart page, so that the server can draw the cart. Other pages do not get it and stay the same for all visitors. */
export const CART_COOKIE = 'haat-cart'
const CART_PATHS = ['/cart', '/cart.data']
/** Tells scripts that the server keeps a cart. Not `haat-…`: a CDN passes such requests on (docs/scaling.md). */
const KEPT_MARK = 'cart-kept'

/** Lines added by forms before JavaScript loaded; a script then moves them to localStorage. With the mark WHOLE they are the whole cart. */
export const FORM_CART_COOKIE = 'haat-cart-form'
const WHOLE = '!'

const MAX_AGE_S = 90 * 24 * 60 * 60
/** Browsers drop cookies over 4,096 characters; lines that do not fit are left out. */
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

function cookieValue(wanted: string, cookies: string | null) {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=')
    if (name === wanted) return value
  }
}

// Set-Cookie and document.cookie write them alike, for browsers read them.
const cookieOf = (name: string, value: string, path: string) =>
  `${name}=${value}; Path=${path}; Max-Age=${value === '' ? 0 : MAX_AGE_S}; SameSite=Lax`

function addLines(cart: Cart, added: Cart): Cart {
  let joined = cart
  for (const [id, quantity] of Object.entries(added))
    joined = setQuantity(joined, id, quantityIn(joined, id) + quantity)
  return joined
}

/** A visitor's cart with what forms have changed. Drops bad lines; never throws. */
export function withFormCart(cart: Cart, cookies: string | null): Cart {
  const changed = cookieValue(FORM_CART_COOKIE, cookies) ?? ''
  return changed.startsWith(WHOLE) ? parse(changed.slice(WHOLE.length)) : addLines(cart, parse(changed))
}

/** The cart of a request: whole on the way to the cart page, elsewhere only what forms changed. */
export const readCartCookies = (cookies: string | null): Cart => withFormCart(readCartCookie(cookies), cookies)

/** Keeps a form's change of `readCartCookies` until a script takes it over. An empty cart drops the cookie. */
export function formCartCookie(cart: Cart, cookies: string | null = null) {
  const isWhole =
    cookieValue(CART_COOKIE, cookies) !== undefined || cookieValue(FORM_CART_COOKIE, cookies)?.startsWith(WHOLE)
  return cookieOf(FORM_CART_COOKIE, `${isWhole ? WHOLE : ''}${serialize(cart)}`, '/')
}

/** Copies localStorage for the cart page. An empty cart drops all cookies of the cart. */
export const cartCookies = (cart: Cart) =>
  serialize(cart) === ''
    ? keptCartCookies(cart)
    : CART_PATHS.map((path) => cookieOf(CART_COOKIE, serialize(cart), path))

/** The server's cookies, with the mark. Safari deletes what scripts wrote after seven days, localStorage too, but not these. */
export const keptCartCookies = (cart: Cart) => [
  ...[...CART_PATHS, findVisitorCart.path].map((path) => cookieOf(CART_COOKIE, serialize(cart), path)),
  cookieOf(KEPT_MARK, serialize(cart) === '' ? '' : '1', '/'),
]

export const isCartKept = (cookies: string) => cookieValue(KEPT_MARK, cookies) === '1'

export const readCartCookie = (cookies: string | null): Cart => parse(cookieValue(CART_COOKIE, cookies) ?? '')
