import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Address } from '#features/addresses/addresses.contract.ts'
import { shipsTo } from '#features/addresses/addresses.rules.ts'
import { countUnits, takePieces } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { deliveryDates, deliveryDaysOf, fromReturn, latestDays } from '#features/catalog/catalog.delivery.ts'
import { orderedAlready } from '#features/orders/orders.contract.ts'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { sharesOfCart } from '#features/orders/orders.shares.ts'
import { planParcels } from '#features/orders/parcels/parcels.cart.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { NO_MONEY } from '#shared/money.ts'
import { useSettings, useShopper } from '#web/hooks/use-root.ts'
import { useSend } from '#web/hooks/use-send.ts'
import { useLogin } from '#web/login-context.tsx'
import {
  CANCELLED_SINCE,
  type CheckoutProblem,
  checkoutProblem,
  FROM_CART,
  firstChoice,
  newCheckoutKey,
  type PaymentType,
  readItems,
  readPaymentType,
} from './checkout.rules.ts'
import type { CartLine } from './use-cart-lines.ts'

interface CheckoutOf {
  lines: readonly CartLine[]
  addresses: Address[]
  /** The shopper has just left a payment page. */
  paymentCancelled: boolean
  now: Date
  /** How the profit is shared today; undefined where that is not known. */
  percentages: Percentages | undefined
}

const focusHeading = (section: HTMLElement | null) => section?.querySelector<HTMLElement>('h2')?.focus()

export type Checkout = ReturnType<typeof useCheckout>

/** The order that the cart's lines will be: where it goes, how it is paid, what it comes to, and how it is sent. */
export function useCheckout({ lines, addresses, paymentCancelled, now, percentages }: CheckoutOf) {
  const shopper = useShopper()
  const cart = useCart()
  const { shipTo, deliveryDays } = useSettings()
  const { openLogin } = useLogin()
  const [searchParams] = useSearchParams()
  const [chosenAddress, setAddress] = useState<string>()
  const [chosenPayment, setPayment] = useState<PaymentType>()
  const [isPressed, setPressed] = useState(false)
  const [isLoggedIn, setLoggedIn] = useState(false)
  const navigate = useNavigate()
  const deliverTo = useRef<HTMLElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  const items = useRef<HTMLUListElement>(null)
  const keyFor = useAttempt()
  const sending = useRef<FormData>(undefined)
  /** The cart was ordered elsewhere meanwhile: asks whether to order it again. */
  const [question, setQuestion] = useState<string>()

  const order = useSend<{ isPlaced?: true }>({
    intent: 'order',
    // A change of the cart that arrives later would fill it again after the order has emptied it.
    before: cart.settled,
    onDone: ({ isPlaced }, sent) => {
      // As it was when the button was pressed: by now the page may have read it again.
      if (isPlaced) cart.adopt(takePieces(cart.items, readItems(sent)))
    },
    onRefused: ({ code, message }) => {
      if (code === CANCELLED_SINCE) keyFor.forget()
      setQuestion(code === orderedAlready.code ? message : undefined)
    },
  })

  // After the login that the button opened: on to the addresses, or to the form for the first one.
  const hasAddress = addresses.length > 0
  useEffect(() => {
    if (!isLoggedIn || !shopper) return
    setLoggedIn(false)
    if (hasAddress) focusHeading(deliverTo.current)
    else navigate('/add-address')
  }, [isLoggedIn, shopper, hasAddress, navigate])

  const available = lines.filter(({ state }) => state === 'ok')
  const priced = available.map(({ product, quantity }) => ({
    offerPricePaise: product?.offerPrice ?? NO_MONEY,
    quantity,
    sender: product?.sentBy ?? null,
    isFood: product?.batch !== undefined,
    shares: product?.shares ?? null,
  }))
  const totals = priceOrder(priced)
  const makers = new Set(available.flatMap(({ product }) => (product?.shares ? (product.producer ?? []) : [])))
  const days = available.map(({ product }) =>
    fromReturn(deliveryDaysOf(product?.deliveryDays, deliveryDays), product?.backOn, now),
  )
  /** What a form sent before JavaScript had loaded held. */
  const sent = order.refused?.typed
  const selected = firstChoice(
    addresses.filter(({ country }) => shipsTo(country, shipTo)),
    chosenAddress ?? sent?.address ?? searchParams.get('address'),
  )
  const payment = chosenPayment ?? readPaymentType(sent?.payment ?? (paymentCancelled ? 'Online' : undefined))
  const problem = checkoutProblem(lines, selected)
  const isAddressMissing = (isPressed || sent !== undefined) && shopper !== null && problem?.at === 'address'
  const toDeliverTo = () => focusHeading(deliverTo.current)

  function show({ at, message }: CheckoutProblem) {
    // What is wrong with the cart stands beside the button already, and at its line.
    if (at === 'address') order.sayError(message)
    const target = at === 'address' ? deliverTo.current : items.current
    target?.scrollIntoView({ block: 'center' })
    target?.querySelector<HTMLElement>(at === 'address' ? 'input, a' : '[data-decide]')?.focus()
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (order.busy || lines.some(({ state }) => state === 'loading')) return
    if (problem?.at === 'cart') return show(problem)
    if (!shopper) return openLogin({ after: () => setLoggedIn(true) })
    setPressed(true)
    if (problem) return show(problem)
    const form = new FormData(event.currentTarget)
    send(form)
  }

  function send(form: FormData) {
    form.set('key', keyFor(form))
    sending.current = form
    order.send(form, '/cart')
  }

  /** Not the cart: what was in it when it was ordered the first time. */
  function orderAgain() {
    if (!sending.current) return
    sending.current.delete(FROM_CART)
    send(sending.current)
  }

  function keepOne() {
    setQuestion(undefined)
    order.forget()
  }

  return {
    lines,
    totals,
    /** Who gets how much of it, and how many makers; undefined while nothing of it can be ordered. */
    shared:
      percentages && priced.length > 0
        ? { shares: sharesOfCart(priced, percentages, totals.taxPaise), makers: makers.size }
        : undefined,
    /** The parcels that it comes in. */
    parcels: planParcels(priced),
    /** When all of it is there; undefined while nothing of it can be ordered. */
    arrives: days.length > 0 ? deliveryDates(latestDays(days), now) : undefined,
    units: countUnits(Object.fromEntries(available.map(({ id, quantity }) => [id, quantity]))),
    addresses,
    address: addresses.find(({ _id }) => _id === selected),
    setAddress,
    payment,
    setPayment,
    /** Why it cannot be ordered, shown beside the button and beside the addresses. */
    blocked: problem?.at === 'cart' ? problem.message : undefined,
    addressProblem: isAddressMissing ? problem.message : undefined,
    failure: question ? undefined : order.refused?.message,
    /** Asked by the page that a browser without JavaScript gets: what it sends next is an order of its own. */
    isAskedByPage: order.refused?.code === orderedAlready.code,
    again: { question, order: orderAgain, keep: keepOne },
    busy: order.busy,
    onSubmit,
    toDeliverTo,
    refs: { deliverTo, choices, items },
  }
}

/**
 * One attempt has one Idempotency-Key: pressing again after a failure or a lost answer makes no second order; another cart, address, total
 * or way to pay is another attempt.
 */
function useAttempt() {
  const attempt = useRef({ content: '', key: '' })
  const keyFor = (form: FormData) => {
    const content = JSON.stringify([...form].filter(([name]) => name !== 'key'))
    if (attempt.current.content !== content) attempt.current = { content, key: newCheckoutKey() }
    return attempt.current.key
  }
  return Object.assign(keyFor, {
    forget: () => {
      attempt.current = { content: '', key: '' }
    },
  })
}
