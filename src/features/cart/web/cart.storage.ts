import { cartCookies, FORM_CART_COOKIE, formCartCookie, VISITOR_CART_KEY, withFormCart } from '../cart.cookie.ts'
import { type Cart, countBuyable, type Limits, readCart, readLimits } from '../cart.rules.ts'

const ACCOUNT_KEY = 'haat-cart-account'
/** Beside any cart. */
const LIMITS_KEY = 'haat-cart-limits'
const VERSION = 1
const NOTHING = {}

/** Private windows and full disks refuse localStorage: then the cart is kept only as long as the page. */
const memory = new Map<string, string>()
let refused = false

function read(key: string) {
  if (refused) return memory.get(key) ?? null
  try {
    return localStorage.getItem(key)
  } catch {
    refused = true
    return memory.get(key) ?? null
  }
}

function write(key: string, value: string | null) {
  if (value === null) memory.delete(key)
  else memory.set(key, value)
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    refused = true
  }
}

function fields(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return typeof value === 'object' && value !== null && 'version' in value && value.version === VERSION
      ? { ...value }
      : {}
  } catch {
    return {}
  }
}

/** The visitor's cart in a stored text. Another version, broken text or bad lines come out as nothing. */
export const parseVisitorCart = (text: string | null): Cart => readCart(fields(text).items)

/** Reads what is stored: the same object as long as the text is the same. */
function remembering<T>(key: string, parse: (text: string | null) => T) {
  let last: { text: string | null; value: T } = { text: null, value: parse(null) }
  return () => {
    const text = read(key)
    if (text !== last.text) last = { text, value: parse(text) }
    return last.value
  }
}

const listeners = new Set<() => void>()
const tellListeners = () => {
  for (const listener of listeners) listener()
}

/** Calls back when what is stored changes, in this tab or another. */
const subscribing = (key: string) => (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

/** What the shop has said of how many there are: kept, so that the badge counts the same on every page and in every tab. */
export const readKnownLimits = remembering(LIMITS_KEY, (text) => readLimits(fields(text).limits))
export const subscribeLimits = subscribing(LIMITS_KEY)
export const noLimits = (): Limits => NOTHING

const readStoredCart = remembering(VISITOR_CART_KEY, parseVisitorCart)
export const subscribeVisitorCart = subscribing(VISITOR_CART_KEY)

/** The visitor's cart. The same object as long as nothing changed. */
export function readVisitorCart(): Cart {
  absorbFormCart()
  return readStoredCart()
}

export const noCart = (): Cart => NOTHING

export function writeVisitorCart(cart: Cart) {
  store(cart)
  tellListeners()
}

function store(cart: Cart) {
  const units = countBuyable(cart, readKnownLimits())
  const text = JSON.stringify({ version: VERSION, items: cart, units })
  write(VISITOR_CART_KEY, Object.keys(cart).length === 0 ? null : text)
  setCookies(cartCookies(refused ? NOTHING : cart))
}

function setCookies(cookies: string[]) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser and not synchronous
  for (const cookie of cookies) document.cookie = cookie
}

export function writeLimits(limits: Limits) {
  write(LIMITS_KEY, Object.keys(limits).length === 0 ? null : JSON.stringify({ version: VERSION, limits }))
  // Its units have changed.
  writeVisitorCart(readVisitorCart())
}

/** The cart page is drawn from cookies, which may be older than localStorage, or gone. */
export const renewCartCookies = () => setCookies(cartCookies(refused ? NOTHING : readVisitorCart()))

/** Moves what forms put in the cookie before JavaScript had loaded. */
function absorbFormCart() {
  if (!document.cookie.includes(FORM_CART_COOKIE)) return
  store(withFormCart(parseVisitorCart(read(VISITOR_CART_KEY)), document.cookie))
  setCookies([formCartCookie({})])
}

/** This device's copy of an account's cart: tells other tabs of changes, and keeps what the server has not got yet. */
export interface AccountCopy {
  user: string
  items: Cart
  saved: boolean
}

function parseAccountCopy(text: string | null): AccountCopy | undefined {
  const { user, items, saved } = fields(text)
  return typeof user === 'string' ? { user, items: readCart(items), saved: saved === true } : undefined
}

export const readAccountCopy = () => parseAccountCopy(read(ACCOUNT_KEY))

export const writeAccountCopy = (copy: AccountCopy | null) =>
  write(ACCOUNT_KEY, copy === null ? null : JSON.stringify({ version: VERSION, ...copy }))

/** Calls back with what another tab did to an account's cart. */
export function subscribeAccountCopy(listener: (copy: AccountCopy) => void) {
  const onStorage = (event: StorageEvent) => {
    const copy = event.key === ACCOUNT_KEY ? parseAccountCopy(event.newValue) : undefined
    if (copy) listener(copy)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
