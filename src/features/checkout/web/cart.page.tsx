import type { Ref } from 'react'
import { Link, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { fullName } from '#features/addresses/web/saved-address.tsx'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { countMakers } from '#features/orders/orders.shares.words.ts'
import { RupeeGoes, rupeeTitle } from '#features/orders/web/rupee-goes.tsx'
import { PERCENTAGES_UNREAD } from '#features/prices/prices.shares.words.ts'
import { writeRupees } from '#shared/money.ts'
import { useInView } from '#web/hooks/use-in-view.ts'
import { useIsUnknown } from '#web/hooks/use-root.ts'
import { UNREAD } from '#web/read-part.ts'
import { pageMeta } from '#web/seo.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { NotShown, TryAgainLink } from '#web/ui/not-shown.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { WideDetails } from '#web/ui/wide-details.tsx'
import type { cartLoader } from './cart.loader.ts'
import { CartItems, useCartRows } from './cart-items.tsx'
import { FROM_CART, writeItem } from './checkout.rules.ts'
import { CheckoutChoices } from './checkout-choices.tsx'
import { OrderSummary, PayBar } from './order-summary.tsx'
import { type Checkout, useCheckout } from './use-checkout.ts'

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

type Loaded = Awaited<ReturnType<typeof cartLoader>>

/** Whose cart it is has to be known first: an account's cart is not the one on this device. */
export default function CartPage() {
  return useIsUnknown() ? <NotKnown /> : <Cart />
}

const NotKnown = () => (
  <EmptyState title="Your cart is not shown" text="It is kept. Try again in a moment." art="bag" heading="h1">
    <TryAgainLink variant="primary" />
  </EmptyState>
)

/** Cart and checkout: one page, no steps. */
function Cart() {
  const loaded = useLoaderData<typeof cartLoader>()
  const [searchParams] = useSearchParams()
  const list = useCartRows(loaded)
  const inCart = list.rows.filter(({ quantity }) => quantity > 0)
  const percentages = loaded.percentages === UNREAD ? undefined : loaded.percentages
  const paymentCancelled = loaded.left === 'cancelled'
  const checkout = useCheckout({ ...loaded, lines: inCart, percentages, paymentCancelled })
  const [summaryButton, isButtonInView] = useInView()

  const again = <AskAgain {...checkout} />
  if (list.rows.length === 0) {
    return (
      <>
        {checkout.failure && <OrderedNotice text={checkout.failure} />}
        {loaded.left === UNREAD && <PaymentUnread className="wrap mt-8" />}
        <Empty heading="h1" />
        {again}
      </>
    )
  }
  return (
    <>
      {again}
      <div className="wrap">
        <h1 className="pt-8 pb-6 text-4xl">Your cart</h1>
        <div className="flex flex-col gap-10 pb-section cart:flex-row cart:gap-columns">
          <div ref={checkout.refs.choices} inert={checkout.busy} className="min-w-0 flex-1">
            <PaymentNotice left={loaded.left} awaiting={loaded.awaiting} />
            <CartItems ref={checkout.refs.items} list={list} />
            {inCart.length === 0 ? (
              <Empty heading="h2" />
            ) : (
              <CheckoutChoices form={CHECKOUT} checkout={checkout} askedToDelete={searchParams.get('delete')} />
            )}
          </div>
          {inCart.length > 0 && (
            <div className="grid gap-6 cart:sticky cart:top-6 cart:w-100 cart:flex-none cart:self-start">
              <aside className="bg-kora p-5 md:p-7" aria-labelledby="summary-title">
                <CheckoutForm checkout={checkout} checkoutKey={loaded.checkoutKey} buttonRef={summaryButton} />
              </aside>
              {loaded.percentages === UNREAD ? (
                <NotShown>{PERCENTAGES_UNREAD}</NotShown>
              ) : (
                <WhereRupeesGo {...checkout} />
              )}
            </div>
          )}
        </div>
      </div>
      {inCart.length > 0 && <PayBar {...checkout} form={CHECKOUT} shown={!isButtonInView} />}
    </>
  )
}

interface CheckoutFormProps {
  checkout: Checkout
  checkoutKey: string
  buttonRef: Ref<HTMLDivElement>
}

/** What is sent: the lines as they are shown, with the address and the payment that are chosen outside it. */
function CheckoutForm({ checkout, checkoutKey, buttonRef }: CheckoutFormProps) {
  const { ready } = useCart()
  const { lines, totals, address, blocked, failure } = checkout
  return (
    <form id={CHECKOUT} method="post" action="/cart" noValidate={ready} onSubmit={checkout.onSubmit}>
      <HiddenFields values={{ intent: 'order', key: checkoutKey, expectedTotal: writeRupees(totals.totalPaise) }} />
      {!checkout.isAskedByPage && <HiddenFields values={{ [FROM_CART]: '1' }} />}
      {lines.map(({ id, quantity }) => (
        <input key={id} type="hidden" name="item" value={writeItem(id, quantity)} />
      ))}
      <OrderSummary
        {...checkout}
        to={address && `${fullName(address)}, ${address.city} ${address.zipcode}`}
        buttonRef={buttonRef}
      >
        {blocked && <Notice tone="bad">{blocked}</Notice>}
        <Refusal message={failure} />
      </OrderSummary>
    </form>
  )
}

/** The cart was ordered on another device, or in another tab, since it was drawn here. */
const AskAgain = ({ again, busy }: Checkout) => (
  <ConfirmDialog
    open={again.question !== undefined}
    title={again.question}
    text={
      <Link to="/my-orders" className="link inline-flex min-h-11 items-center">
        See your orders
      </Link>
    }
    confirm="Order it again"
    keep="Keep the one order"
    danger
    busy={busy}
    onConfirm={again.order}
    onClose={again.keep}
  />
)

/** The same without JavaScript, where nothing is in the cart any more: My Orders has a button that orders it again. */
const OrderedNotice = ({ text }: { text: string }) => (
  <div className="wrap pt-8">
    <Notice
      tone="ask"
      role="alert"
      action={
        <ButtonLink to="/my-orders" variant="plain" size="sm">
          My Orders
        </ButtonLink>
      }
    >
      {text}
    </Notice>
  </div>
)

/** Of what the order will cost, as it will keep it. */
function WhereRupeesGo({ shared }: Pick<Checkout, 'shared'>) {
  if (!shared) return null
  return (
    <WideDetails openOn="(min-width:60rem)" summary={rupeeTitle}>
      <RupeeGoes shares={shared.shares} makers={countMakers(shared.makers)} thin />
    </WideDetails>
  )
}

/** About an order that was to be paid online: one that still awaits payment, else the one that the shopper has left. */
function PaymentNotice({ left, awaiting }: Pick<Loaded, 'left' | 'awaiting'>) {
  if (awaiting !== undefined) {
    return (
      <Notice
        className="mb-4"
        action={
          <ButtonLink to="/my-orders" variant="plain" size="sm">
            My Orders
          </ButtonLink>
        }
      >
        Order #{awaiting} awaits your payment. Placing a new one replaces it.
      </Notice>
    )
  }
  if (left === UNREAD) return <PaymentUnread className="mb-4" />
  if (left !== 'cancelled') return null
  return (
    <ArrivalNotice className="mb-4">Payment cancelled. Nothing was charged, and your cart is as it was.</ArrivalNotice>
  )
}

const PaymentUnread = ({ className }: { className: string }) => (
  <NotShown className={className}>
    We could not find out what became of your payment. You will not be charged twice.
  </NotShown>
)

function Empty({ heading }: { heading: 'h1' | 'h2' }) {
  return (
    <EmptyState title="Your cart is empty" text="Nothing in it yet. The stalls are open." art="bag" heading={heading}>
      <ButtonLink to="/products">Shop all products</ButtonLink>
    </EmptyState>
  )
}
