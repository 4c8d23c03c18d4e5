import type { Ref } from 'react'
import { type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { fullName } from '#features/addresses/web/saved-address.tsx'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { countMakers } from '#features/orders/orders.shares.words.ts'
import { RupeeGoes, rupeeTitle } from '#features/orders/web/rupee-goes.tsx'
import { writeRupees } from '#shared/money.ts'
import { useInView } from '#web/hooks/use-in-view.ts'
import { pageMeta } from '#web/seo.ts'
import { ArrivalNotice } from '#web/ui/arrival-notice.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { HiddenFields } from '#web/ui/hidden-fields.tsx'
import { Notice, Refusal } from '#web/ui/notice.tsx'
import { WideDetails } from '#web/ui/wide-details.tsx'
import type { cartLoader } from './cart.loader.ts'
import { CartItems, useCartRows } from './cart-items.tsx'
import { writeItem } from './checkout.rules.ts'
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

/** Cart and checkout: one page, no steps. */
export default function CartPage() {
  const loaded = useLoaderData<typeof cartLoader>()
  const [searchParams] = useSearchParams()
  const list = useCartRows(loaded)
  const inCart = list.rows.filter(({ quantity }) => quantity > 0)
  const checkout = useCheckout({ ...loaded, lines: inCart })
  const [summaryButton, isButtonInView] = useInView()

  if (list.rows.length === 0) return <Empty heading="h1" />
  return (
    <>
      <div className="wrap">
        <h1 className="pt-8 pb-6 text-4xl">Your cart</h1>
        <div className="flex flex-col gap-10 pb-section cart:flex-row cart:gap-columns">
          <div ref={checkout.refs.choices} inert={checkout.busy} className="min-w-0 flex-1">
            <PaymentNotice cancelled={loaded.paymentCancelled} awaiting={loaded.awaiting} />
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
              <WhereRupeesGo {...checkout} />
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
function PaymentNotice({ cancelled, awaiting }: { cancelled: boolean; awaiting: number | undefined }) {
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
  if (!cancelled) return null
  return (
    <ArrivalNotice className="mb-4">Payment cancelled. Nothing was charged, and your cart is as it was.</ArrivalNotice>
  )
}

function Empty({ heading }: { heading: 'h1' | 'h2' }) {
  return (
    <EmptyState title="Your cart is empty" text="Nothing in it yet. The stalls are open." art="bag" heading={heading}>
      <ButtonLink to="/products">Shop all products</ButtonLink>
    </EmptyState>
  )
}
