import { cartCookies, FORM_CART_COOKIE, formCartCookie, VISITOR_CART_KEY, withFormCart } from '../cart.cookie.ts'
import { type Cart, readCart } from '../cart.rules.ts'

const ACCOUNT_KEY = 'haat-cart-account'
const VERSION = 1
const NOTHING: Cart = {}

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

const listeners = new Set<() => void>()
let lastText: string | null = null
let lastCart = NOTHING

/** The visitor's cart. The same object as long as nothing changed. */
export function readVisitorCart(): Cart {
  absorbFormCart()
  const text = read(VISITOR_CART_KEY)
  if (text !== lastText) {
    lastText = text
    lastCart = parseVisitorCart(text)
  }
  return lastCart
}

export const noCart = () => NOTHING

export function writeVisitorCart(cart: Cart) {
  store(cart)
  for (const listener of listeners) listener()
}

function store(cart: Cart) {
  write(VISITOR_CART_KEY, Object.keys(cart).length === 0 ? null : JSON.stringify({ version: VERSION, items: cart }))
  setCookies(cartCookies(refused ? NOTHING : cart))
}

function setCookies(cookies: string[]) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser and not synchronous
  for (const cookie of cookies) document.cookie = cookie
}

/** The cart page is drawn from cookies, which may be older than localStorage, or gone. */
export const renewCartCookies = () => setCookies(cartCookies(refused ? NOTHING : readVisitorCart()))

/** Calls back when the visitor's cart changes, in this tab or another. */
export function subscribeVisitorCart(listener: () => void) {
  const onStorage = (event: StorageEvent) => {
    if (event.key === VISITOR_CART_KEY || event.key === null) listener()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}

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
