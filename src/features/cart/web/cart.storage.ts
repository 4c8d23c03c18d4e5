import { DAY_MS, SECOND_MS } from '#shared/time.ts'
import { call } from '#web/call.ts'
import { onKeptPage } from '#web/kept-page.ts'
import { findVisitorCart, keepVisitorCart } from '../cart.contract.ts'
import {
  cartCookies,
  FORM_CART_COOKIE,
  formCartCookie,
  isCartKept,
  readCartCookie,
  VISITOR_CART_KEY,
  withFormCart,
} from '../cart.cookie.ts'
import { type Cart, countBuyable, type Limits, readCart, readLimits } from '../cart.rules.ts'

const ACCOUNT_KEY = 'haat-cart-account'
const LIMITS_KEY = 'haat-cart-limits'
const VERSION = 1
const NOTHING = {}

/** Private windows and full disks refuse localStorage: then the cart lasts as long as the page. */
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

/** Reads a stored cart; another version, broken text or bad lines give nothing. */
export const parseVisitorCart = (text: string | null): Cart => readCart(fields(text).items)

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

/** Calls back when the stored text changes, in any tab, or may have changed before Back. */
const subscribing = (key: string) => (listener: () => void) => {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  const stopWatching = onKeptPage(listener)
  return () => {
    listeners.delete(listener)
    stopWatching()
    window.removeEventListener('storage', onStorage)
  }
}

/** Stored so that every page and tab has the same badge. */
export const readKnownLimits = remembering(LIMITS_KEY, (text) => readLimits(fields(text).limits))
export const subscribeLimits = subscribing(LIMITS_KEY)
export const noLimits = (): Limits => NOTHING

const readStoredCart = remembering(VISITOR_CART_KEY, parseVisitorCart)
export const subscribeVisitorCart = subscribing(VISITOR_CART_KEY)

/** The visitor's cart, the same object until something changes. */
export function readVisitorCart(): Cart {
  recoverCart()
  absorbFormCart()
  return readStoredCart()
}

let hasLooked = false

/** On the cart page, once: the cookie outlives localStorage. */
function recoverCart() {
  if (hasLooked) return
  hasLooked = true
  const kept = readCartCookie(document.cookie)
  if (read(VISITOR_CART_KEY) === null && Object.keys(kept).length > 0) store(kept)
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
  keepLater()
}

const KEEP_AFTER_MS = SECOND_MS
/** Unchanged, the cookies are renewed once a day. */
const RENEW_AFTER_MS = DAY_MS
const KEPT_KEY = 'haat-cart-kept'
let keeping: ReturnType<typeof setTimeout> | undefined

function isKept(cart: Cart) {
  const { items, at } = fields(read(KEPT_KEY))
  const isNew = typeof at === 'number' && Date.now() - at < RENEW_AFTER_MS
  return isNew && JSON.stringify(items) === JSON.stringify(cart)
}

function keepLater() {
  clearTimeout(keeping)
  if (!refused) keeping = setTimeout(keepCart, KEEP_AFTER_MS)
}

/** Has the server write the cookies, which outlive what scripts wrote. On failure the next page tries again. */
function keepCart() {
  const items = readStoredCart()
  if (Object.keys(items).length === 0) return write(KEPT_KEY, null)
  call(keepVisitorCart, { body: { cartItems: items } }).then(
    () => write(KEPT_KEY, JSON.stringify({ version: VERSION, items, at: Date.now() })),
    () => {},
  )
}

/** Cart and mark are gone but the server's cookies are not: Safari emptied localStorage. */
async function askForCart() {
  const { cartItems } = await call(findVisitorCart)
  if (Object.keys(readStoredCart()).length === 0) writeVisitorCart(readCart(cartItems))
}

export const isCartInMemory = () => refused

function setCookies(cookies: string[]) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser and not synchronous
  for (const cookie of cookies) document.cookie = cookie
}

export function writeLimits(limits: Limits) {
  write(LIMITS_KEY, Object.keys(limits).length === 0 ? null : JSON.stringify({ version: VERSION, limits }))
  writeVisitorCart(readVisitorCart())
}

/** Repairs cookies or localStorage, whichever is older or gone. `onFailure`: the server keeps a cart that could not be fetched. */
export function renewCartCookies(onFailure: () => void) {
  const cart = readVisitorCart()
  if (refused) return setCookies(cartCookies(NOTHING))
  const isEmpty = Object.keys(cart).length === 0
  if (isEmpty && isCartKept(document.cookie)) return void askForCart().catch(onFailure)
  if (!isEmpty && isKept(cart)) return
  setCookies(cartCookies(cart))
  if (!isEmpty) keepCart()
}

function absorbFormCart() {
  if (!document.cookie.includes(FORM_CART_COOKIE)) return
  store(withFormCart(parseVisitorCart(read(VISITOR_CART_KEY)), document.cookie))
  setCookies([formCartCookie({})])
}

/** Tells other tabs of changes, and keeps what the server lacks. */
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

export function subscribeAccountCopy(listener: (copy: AccountCopy) => void) {
  const onStorage = (event: StorageEvent) => {
    const copy = event.key === ACCOUNT_KEY ? parseAccountCopy(event.newValue) : undefined
    if (copy) listener(copy)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
