import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { Link, type MetaFunction, useActionData, useLoaderData, useSearchParams } from 'react-router'
import { shipsTo } from '#features/addresses/addresses.rules.ts'
import { fullName } from '#features/addresses/web/saved-address.tsx'
import { useLogin } from '#features/auth/web/login-context.tsx'
import { countUnits } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { priceOrder } from '#features/orders/orders.pricing.ts'
import { NO_MONEY, writeRupees } from '#shared/money.ts'
import { isFormAnswer } from '#web/form-answer.ts'
import { useSettings, useUser } from '#web/hooks/use-root.ts'
import { pageMeta } from '#web/seo.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { cartLoader } from './cart.loader.ts'
import { CartLineItem, CartLineSkeleton, RemovedLine } from './cart-line.tsx'
import {
  type CheckoutProblem,
  checkoutProblem,
  firstChoice,
  type PaymentType,
  readPaymentType,
} from './checkout.rules.ts'
import { CheckoutChoices } from './checkout-choices.tsx'
import { OrderSummary, PayBar, useInView } from './order-summary.tsx'
import { useCartLines } from './use-cart-lines.ts'
import { usePlaceOrder } from './use-place-order.ts'

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Your cart',
    description: 'Check your cart, choose an address and order.',
    path: '/cart',
    noindex: true,
  })

export { cartAction as action } from './cart.action.ts'
export { cartLoader as loader } from './cart.loader.ts'

const CHECKOUT = 'checkout'

/** Cart and checkout: one page, no steps. */
export default function CartPage() {
  const loaded = useLoaderData<typeof cartLoader>()
  const posted: unknown = useActionData()
  const answered = isFormAnswer(posted) && !posted.isDone ? posted : undefined
  const user = useUser()
  const { shipTo } = useSettings()
  const cart = useCart()
  const { openLogin } = useLogin()
  const [searchParams] = useSearchParams()
  const { lines, problem: linesProblem, reload } = useCartLines(loaded)
  const [removed, setRemoved] = useState<Record<string, number>>({})
  const [restored, setRestored] = useState<string>()
  const [chosen, setChosen] = useState<string>()
  const [pressed, setPressed] = useState(false)
  const { place, busy, failure } = usePlaceOrder()
  const [summaryButton, buttonInView] = useInView()
  const [chosenPayment, setChosenPayment] = useState<PaymentType>()
  const deliverTo = useRef<HTMLElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  const items = useRef<HTMLUListElement>(null)

  // A radio chosen before JavaScript had loaded stays chosen.
  useEffect(() => {
    const early = (name: string) =>
      choices.current?.querySelector<HTMLInputElement>(`input[name="${name}"]:checked`)?.value
    setChosen(early('address'))
    if (early('payment') === 'Online') setChosenPayment('Online')
  }, [])

  const inCart = lines.filter((line) => line.quantity > 0)
  const available = inCart.filter((line) => line.state === 'ok')
  const units = countUnits(Object.fromEntries(available.map(({ id, quantity }) => [id, quantity])))
  const totals = priceOrder(
    available.map(({ product, quantity }) => ({ offerPricePaise: product?.offerPrice ?? NO_MONEY, quantity })),
  )
  const loading = inCart.some((line) => line.state === 'loading')
  const wanted = chosen ?? answered?.typed.address ?? searchParams.get('address')
  const selected = firstChoice(
    loaded.addresses.filter(({ country }) => shipsTo(country, shipTo)),
    wanted,
  )
  const payment =
    chosenPayment ??
    (answered && readPaymentType(answered.typed.payment)) ??
    (loaded.paymentCancelled ? 'Online' : 'COD')
  const address = loaded.addresses.find(({ _id }) => _id === selected)
  const checked = inCart.map((line) => ({ quantity: line.quantity, available: line.state !== 'off' }))
  const problem = checkoutProblem(checked, selected)
  const blocked = problem?.at === 'cart' ? problem.message : undefined
  const needsAddress = (pressed || answered !== undefined) && user !== null && problem?.at === 'address'

  const toDeliverTo = () => deliverTo.current?.querySelector<HTMLElement>('h2')?.focus()

  function show({ at, message }: CheckoutProblem) {
    toast.error(message)
    const target = at === 'address' ? deliverTo.current : items.current
    target?.scrollIntoView({ block: 'center' })
    target?.querySelector<HTMLElement>(at === 'address' ? 'input, a' : '[data-off] button')?.focus()
  }

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy || loading) return
    if (blocked && problem) return show(problem)
    if (!user) return openLogin({ after: toDeliverTo })
    setPressed(true)
    if (problem || !selected) return show(problem ?? { at: 'address', message: 'Please select an address' })
    place({
      items: available.map(({ id, quantity }) => ({ product: id, quantity })),
      address: selected,
      payment,
      totalPaise: totals.totalPaise,
    })
  }

  function remove(id: string, quantity: number) {
    setRemoved({ ...removed, [id]: quantity })
    cart.removeLine(id)
  }
  function undo(id: string) {
    cart.restoreLine(id, removed[id] ?? 1)
    setRestored(id)
  }

  const rows = lines.filter((line) => line.quantity > 0 || removed[line.id])
  if (rows.length === 0) return cart.ready ? <Empty heading="h1" /> : <Waiting />
  return (
    <>
      <div className="wrap">
        <h1 className="pt-8 pb-6 text-4xl">Your cart</h1>
        <div className="flex flex-col gap-10 pb-section cart:flex-row cart:gap-columns">
          <div ref={choices} inert={busy} className="min-w-0 flex-1">
            <PaymentNotice cancelled={loaded.paymentCancelled} awaiting={loaded.awaiting} />
            <section aria-labelledby="items-title">
              <h2 id="items-title" className="sr-only">
                Items
              </h2>
              {cart.syncFailed && (
                <Notice tone="bad" role="status" className="mb-4" action={<TryAgain onPress={cart.retry} />}>
                  We could not save your cart. It is kept on this device.
                </Notice>
              )}
              {linesProblem && (
                <Notice tone="bad" role="alert" className="mb-4" action={<TryAgain onPress={reload} />}>
                  Your cart did not load. {linesProblem}
                </Notice>
              )}
              <ul ref={items} className="border-line border-b pb-1">
                {rows.map((line) =>
                  line.quantity > 0 ? (
                    <CartLineItem
                      key={line.id}
                      line={line}
                      focus={restored === line.id}
                      onQuantity={(quantity) => cart.setQuantity(line.id, quantity)}
                      onRemove={() => remove(line.id, line.quantity)}
                    />
                  ) : (
                    <RemovedLine
                      key={`${line.id} removed`}
                      name={line.product?.name ?? 'One product'}
                      onUndo={() => undo(line.id)}
                    />
                  ),
                )}
              </ul>
              <p className="pt-4">
                <Link to="/products" className="link">
                  Continue shopping
                </Link>
              </p>
            </section>
            {inCart.length === 0 ? (
              <Empty heading="h2" />
            ) : (
              <CheckoutChoices
                ref={deliverTo}
                form={CHECKOUT}
                addresses={loaded.addresses}
                selected={selected}
                onSelect={setChosen}
                onDeleted={toDeliverTo}
                askedToDelete={searchParams.get('delete')}
                problem={needsAddress ? problem.message : undefined}
                totalPaise={totals.totalPaise}
                payment={payment}
                onPayment={setChosenPayment}
              />
            )}
          </div>
          {inCart.length > 0 && (
            <aside
              className="bg-kora p-5 md:p-7 cart:sticky cart:top-6 cart:w-100 cart:flex-none cart:self-start"
              aria-labelledby="summary-title"
            >
              <form id={CHECKOUT} method="post" action="/cart" noValidate={cart.ready} onSubmit={onSubmit}>
                <input type="hidden" name="intent" value="order" />
                <input type="hidden" name="key" value={loaded.checkoutKey} />
                <input type="hidden" name="expectedTotal" value={writeRupees(totals.totalPaise)} />
                <OrderSummary
                  totals={totals}
                  payment={payment}
                  units={units}
                  to={address && `${fullName(address)}, ${address.city} ${address.zipcode}`}
                  busy={busy}
                  buttonRef={summaryButton}
                >
                  {blocked && <Notice tone="bad">{blocked}</Notice>}
                  {(failure ?? answered?.message) && (
                    <Notice tone="bad" role="alert">
                      {failure ?? answered?.message}
                    </Notice>
                  )}
                </OrderSummary>
              </form>
            </aside>
          )}
        </div>
      </div>
      {inCart.length > 0 && (
        <PayBar totals={totals} payment={payment} busy={busy} form={CHECKOUT} shown={!buttonInView} />
      )}
    </>
  )
}

/** About an order that was to be paid online: one that still awaits payment, else the one that the shopper has left. */
function PaymentNotice({ cancelled, awaiting }: { cancelled: boolean; awaiting: number | undefined }) {
  if (awaiting !== undefined) {
    return (
      <Notice
        className="mb-4"
        action={
          <ButtonLink to="/my-orders" variant="plain" size="sm" className="min-h-11">
            My Orders
          </ButtonLink>
        }
      >
        Order #{awaiting} awaits your payment. Placing a new one replaces it.
      </Notice>
    )
  }
  if (!cancelled) return null
  return (
    <ArrivalNotice className="mb-4">Payment cancelled. Nothing was charged, and your cart is as it was.</ArrivalNotice>
  )
}

/** A visitor's cart is known to the browser alone; without JavaScript there is none besides the cookie's. */
function Waiting() {
  return (
    <>
      <noscript>
        <Empty heading="h1" />
      </noscript>
      <div className="wrap noscript:hidden">
        <h1 className="pt-8 pb-6 text-4xl">Your cart</h1>
        <div className="flex flex-col gap-10 pb-section cart:flex-row cart:gap-columns">
          <ul className="min-w-0 flex-1 border-line border-b pb-1">
            <CartLineSkeleton />
            <CartLineSkeleton />
          </ul>
          <Skeleton className="h-75 cart:w-100 cart:flex-none" />
        </div>
      </div>
    </>
  )
}

function TryAgain({ onPress }: { onPress: () => void }) {
  return (
    <Button variant="plain" size="sm" onClick={onPress}>
      Try again
    </Button>
  )
}

function Empty({ heading }: { heading: 'h1' | 'h2' }) {
  return (
    <EmptyState title="Your cart is empty" text="Nothing in it yet. The stalls are open." art="bag" heading={heading}>
      <ButtonLink to="/products">Shop all products</ButtonLink>
    </EmptyState>
  )
}
