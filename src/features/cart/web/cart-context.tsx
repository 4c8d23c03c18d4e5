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
import { useShopper } from '#web/hooks/use-root.ts'
import type { updateCart } from '../cart.contract.ts'
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
  /** What the badge shows: what can be bought, as far as this device has been told. */
  units: number
  /** Tells what the shop says of lines: how many there are of what cannot be bought as the cart has it, else null. */
  tellLimits: (told: Record<string, number | null>) => void
  /** False while a visitor's cart is not known yet: on the server and in the browser's first render. */
  ready: boolean
  quantityOf: (id: string) => number
  add: (id: string, name: string) => void
  removeOne: (id: string) => void
  setQuantity: (id: string, quantity: number) => void
  removeLine: (id: string) => void
  restoreLine: (id: string, quantity: number) => void
  /** Forgets the cart on this device, after a logout. The server's cart is not touched. */
  clear: () => void
  /** Takes over what the server has made of the account's cart, for this tab and the others. */
  adopt: (items: Cart) => void
  /** Tells other tabs what the account's cart is now, after a payment has emptied it on the server. */
  announce: () => void
  /** Tells that a login took the visitor's cart along: it is forgotten once the account's cart is here. */
  handedOver: () => void
  /** The last change did not reach the server; it is kept on this device. */
  syncFailed: boolean
  retry: () => void
  /** Resolves when no change is on its way to the server any more. */
  settled: () => Promise<void>
}

const Context = createContext<CartContext | undefined>(undefined)

/** The cart, from anywhere under the store layout. */
export function useCart(): CartContext {
  const cart = useContext(Context)
  if (!cart) throw new Error('useCart needs a CartProvider above it')
  return cart
}

/** A visitor's cart lives in localStorage, a logged-in shopper's on the server; both look the same from outside. */
export function CartProvider({ children }: { children: ReactNode }) {
  const shopper = useShopper()
  const hydrated = useHydrated()
  const visitorItems = useSyncExternalStore(subscribeVisitorCart, readVisitorCart, noCart)
  const account = useAccountCart(shopper)
  const items = shopper ? account.items : visitorItems
  const limits = useSyncExternalStore(subscribeLimits, readKnownLimits, noLimits)

  // Once a page: cookies, and what stood in the badge until now, are the browser's.
  const isVisitor = shopper === null
  useEffect(() => {
    if (isVisitor) renewCartCookies()
    document.documentElement.style.removeProperty('--units')
  }, [isVisitor])

  const cart = useMemo<CartContext>(() => {
    const current = () => (shopper ? account.current() : readVisitorCart())
    const change = (next: Cart, message: string) => {
      if (shopper) return account.set(next, message)
      writeVisitorCart(next)
      say(message)
    }
    const tellLimits = (told: Record<string, number | null>) =>
      writeLimits(learnLimits(readKnownLimits(), told, current()))
    return {
      items,
      units: countBuyable(items, limits),
      tellLimits,
      ready: shopper !== null || hydrated,
      quantityOf: (id) => items[id] ?? 0,
      add: (id, name) => {
        const before = current()
        const next = addOne(before, id)
        // It is offered, so what was known of an earlier line, or that there is none, is over.
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
  }, [shopper, hydrated, items, limits, account])

  return <Context value={cart}>{children}</Context>
}

let lastToast = ''

/** Of the cart's messages only the newest stands: pressing + five times is not five messages to read. */
function say(message: string, isDone = true) {
  toast.remove(lastToast)
  lastToast = (isDone ? toast.success : toast.error)(message)
}

/** What was changed is said once the server has it. */
const sayWhenSent = (sync: CartSync, message: string) =>
  sync
    .settled()
    .then(() =>
      sync.snapshot().failed
        ? say('Not saved yet. Your cart is kept on this device and sent once the shop can be reached.', false)
        : say(message),
    )

/** The account's cart in this tab, its way to the server, and its copy on this device. */
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
  // Somebody else is logged in now: start from their cart, in the same render.
  const owned = opened.shopperId === shopperId ? opened : open()
  if (owned !== opened) setOpened(owned)
  const { sync } = owned
  const { items, failed } = useSyncExternalStore(sync.subscribe, sync.snapshot, sync.snapshot)

  // The loader knows of changes made on other devices, as long as nothing was changed here meanwhile.
  useEffect(() => {
    if (shopper) sync.refresh(shopper.cartItems)
  }, [shopper, sync])

  // This device may hold lines that the account has not got yet: changes that could not be sent, or a visitor's cart
  // when the login form was sent before JavaScript had loaded. Other tabs and the connection are outside React, too.
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

/** Sends the whole cart. When the session has ended it becomes this visitor's cart, so that nothing is lost. */
async function saveCart(shopperId: string | undefined, items: Cart, revalidate: () => Promise<void>) {
  if (!shopperId) return
  try {
    await call<typeof updateCart>('POST /api/cart/update', { body: { cartItems: items } })
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
