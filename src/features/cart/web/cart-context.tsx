import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import type { Shopper } from '#features/auth/auth.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { call } from '#web/call.ts'
import { useHydrated } from '#web/hooks/use-hydrated.ts'
import { useIsUnknown, useShopper, useVisitorUnits } from '#web/hooks/use-root.ts'
import { updateCart } from '../cart.contract.ts'
import {
  addOne,
  type Cart,
  countBuyable,
  learnLimits,
  MAX_LINES,
  MAX_QUANTITY,
  mergeCarts,
  removeOne,
  setQuantity,
} from '../cart.rules.ts'
import {
  isCartInMemory,
  noCart,
  noLimits,
  readAccountCopy,
  readKnownLimits,
  readVisitorCart,
  renewCartCookies,
  subscribeAccountCopy,
  subscribeLimits,
  subscribeVisitorCart,
  writeAccountCopy,
  writeLimits,
  writeVisitorCart,
} from './cart.storage.ts'
import { type CartSync, createCartSync } from './cart-sync.ts'

export interface CartContext {
  items: Cart
  /** What the badge shows: pieces that can be bought, as far as this device knows. Undefined: not known whose cart it is. */
  units: number | undefined
  /** Stores what the shop says of lines: the stock where it is short, else null. */
  tellLimits: (told: Record<string, number | null>) => void
  /** False on the server and in the first render, before a visitor's cart is known. */
  ready: boolean
  quantityOf: (id: string) => number
  /** Adds one; never more than a counted stock. */
  add: (product: { _id: string; name: string; left?: number | undefined }) => void
  removeOne: (id: string) => void
  setQuantity: (id: string, quantity: number) => void
  removeLine: (id: string) => void
  restoreLine: (id: string, quantity: number) => void
  clear: () => void
  adopt: (items: Cart) => void
  /** Tells other tabs the account's cart after a payment emptied it. */
  announce: () => void
  /** A login took the visitor's cart: forget it once the account's is here. */
  handedOver: () => void
  /** The last change did not reach the server; this device keeps it. */
  syncFailed: boolean
  retry: () => void
  settled: () => Promise<void>
}

const Context = createContext<CartContext | undefined>(undefined)

export function useCart(): CartContext {
  const cart = useContext(Context)
  if (!cart) throw new Error('useCart needs a CartProvider above it')
  return cart
}

/** A visitor's cart is in localStorage, a shopper's on the server. While the login is unknown, new lines are kept like a visitor's and join later. */
export function CartProvider({ children }: { children: ReactNode }) {
  const shopper = useShopper()
  const isUnknown = useIsUnknown()
  const hydrated = useHydrated()
  const visitorItems = useSyncExternalStore(subscribeVisitorCart, readVisitorCart, noCart)
  const account = useAccountCart(shopper)
  const items = shopper ? account.items : visitorItems
  const limits = useSyncExternalStore(subscribeLimits, readKnownLimits, noLimits)
  const unitsByCookie = useVisitorUnits()
  const counted = shopper || hydrated ? countBuyable(items, limits) : unitsByCookie
  const units = isUnknown ? undefined : counted

  const isVisitor = shopper === null && !isUnknown
  useEffect(() => {
    if (isVisitor) renewCartCookies(() => say(NOT_FETCHED, false))
    document.documentElement.style.removeProperty('--units')
  }, [isVisitor])

  const cart = useMemo<CartContext>(() => {
    const current = () => (shopper ? account.current() : readVisitorCart())
    const change = (next: Cart, message: string) => {
      if (shopper) return account.set(next, message)
      writeVisitorCart(next)
      if (isCartInMemory()) say(IN_MEMORY, false)
      else if (isUnknown) say(KEPT_HERE)
      else say(message)
    }
    const tellLimits = (told: Record<string, number | null>) =>
      writeLimits(learnLimits(readKnownLimits(), told, current()))
    return {
      items,
      units,
      tellLimits,
      ready: shopper !== null || hydrated,
      quantityOf: (id) => items[id] ?? 0,
      add: ({ _id: id, name, left }) => {
        const before = current()
        if (left !== undefined && (before[id] ?? 0) >= left) {
          toast.error(`Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} left`)
          return
        }
        const next = addOne(before, id)
        // The product is on offer, so an older limit of 0, or of a line removed since, is over.
        if (before[id] === undefined || readKnownLimits()[id] === 0) tellLimits({ [id]: null })
        if ((next[id] ?? 0) > (before[id] ?? 0)) change(next, 'Added to Cart')
        else if (before[id] === undefined) toast.error(`A cart holds at most ${MAX_LINES} different products`)
        else toast.error(`At most ${MAX_QUANTITY} of ${name} in one order`)
      },
      removeOne: (id) => {
        const next = removeOne(current(), id)
        change(next, next[id] === undefined ? 'Removed from Cart' : 'Cart Updated')
      },
      setQuantity: (id, quantity) => change(setQuantity(current(), id, quantity), 'Cart Updated'),
      removeLine: (id) => change(setQuantity(current(), id, 0), 'Removed from Cart'),
      restoreLine: (id, quantity) => change(setQuantity(current(), id, quantity), 'Cart Updated'),
      clear: () => {
        if (shopper) account.forget()
        writeVisitorCart({})
        writeLimits({})
      },
      adopt: account.adopt,
      announce: account.announce,
      handedOver: account.handedOver,
      syncFailed: shopper !== null && account.failed,
      retry: account.retry,
      settled: account.settled,
    }
  }, [shopper, isUnknown, hydrated, items, units, account])

  return <Context value={cart}>{children}</Context>
}

const IN_MEMORY =
  'Your cart is kept until you leave this page only: this browser stores nothing for the shop. Allow cookies and site data to keep it, or log in.'

const KEPT_HERE = 'Kept on this device. It joins your cart as soon as we know who is logged in.'

const NOT_FETCHED = 'Your cart could not be fetched. We have kept it: load the page again in a moment.'

let lastToast = ''

function say(message: string, isDone = true) {
  toast.remove(lastToast)
  lastToast = (isDone ? toast.success : toast.error)(message)
}

const sayWhenSent = (sync: CartSync, message: string) =>
  sync
    .settled()
    .then(() =>
      sync.snapshot().failed
        ? say('Not saved yet. Your cart is kept on this device and sent once the shop can be reached.', false)
        : say(message),
    )

function useAccountCart(shopper: Shopper | null) {
  const shopperId = shopper?._id
  const revalidator = useRevalidator()
  const handedOver = useRef(false)
  const revalidate = useRef(revalidator.revalidate)
  revalidate.current = revalidator.revalidate

  const open = () => ({
    shopperId,
    sync: createCartSync(shopper?.cartItems ?? {}, (items) => saveCart(shopperId, items, () => revalidate.current())),
  })
  const [opened, setOpened] = useState(open)
  // Another shopper: start from their cart in the same render.
  const owned = opened.shopperId === shopperId ? opened : open()
  if (owned !== opened) setOpened(owned)
  const { sync } = owned
  const { items, failed } = useSyncExternalStore(sync.subscribe, sync.snapshot, sync.snapshot)

  // The loader knows other devices' changes, unless something changed here meanwhile.
  useEffect(() => {
    if (shopper) sync.refresh(shopper.cartItems)
  }, [shopper, sync])

  // This device may hold lines the account lacks: changes not sent, or a visitor's cart when the login form went before JavaScript loaded.
  useEffect(() => {
    if (!shopperId) return
    const copy = readAccountCopy()
    const visitor = handedOver.current ? noCart() : readVisitorCart()
    handedOver.current = false
    const known = sync.snapshot().items
    const kept = mergeCarts(copy && copy.user === shopperId && !copy.saved ? copy.items : known, visitor)
    if (JSON.stringify(kept) !== JSON.stringify(known)) sync.set(kept)
    writeVisitorCart({})
    const stopListening = subscribeAccountCopy((other) => {
      if (other.user === shopperId) sync.adopt(other.items)
    })
    const onOnline = () => {
      if (!sync.snapshot().failed) return
      sync.retry()
      sayWhenSent(sync, 'Cart Updated')
    }
    window.addEventListener('online', onOnline)
    return () => {
      stopListening()
      window.removeEventListener('online', onOnline)
    }
  }, [shopperId, sync])

  return useMemo(
    () => ({
      items,
      failed,
      current: () => sync.snapshot().items,
      set: (next: Cart, message: string) => {
        if (shopperId) writeAccountCopy({ user: shopperId, items: next, saved: false })
        sync.set(next)
        sayWhenSent(sync, message)
      },
      forget: () => {
        // The first write tells other tabs, the second removes the copy.
        if (shopperId) writeAccountCopy({ user: shopperId, items: {}, saved: true })
        writeAccountCopy(null)
        sync.adopt({})
      },
      adopt: (next: Cart) => {
        if (shopperId) writeAccountCopy({ user: shopperId, items: next, saved: true })
        sync.adopt(next)
      },
      announce: () => {
        if (shopperId) writeAccountCopy({ user: shopperId, items, saved: true })
      },
      handedOver: () => {
        handedOver.current = true
      },
      retry: sync.retry,
      settled: sync.settled,
    }),
    [items, failed, sync, shopperId],
  )
}

/** Sends the whole cart. Without a session it becomes a visitor's cart, so nothing is lost. */
async function saveCart(shopperId: string | undefined, items: Cart, revalidate: () => Promise<void>) {
  if (!shopperId) return
  try {
    await call(updateCart, { body: { cartItems: items } })
    writeAccountCopy({ user: shopperId, items, saved: true })
  } catch (error) {
    if (error instanceof AppError && error.status === 401) {
      writeVisitorCart(mergeCarts(items, readVisitorCart()))
      writeAccountCopy(null)
      await revalidate()
    }
    throw error
  }
}
