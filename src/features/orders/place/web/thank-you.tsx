import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { splitName } from '#features/addresses/address-form.rules.ts'
import { PostalAddress } from '#features/addresses/web/postal-address.tsx'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { notReturnableText, returnsText } from '#features/catalog/catalog.returns.ts'
import type { Percentages } from '#features/prices/prices.percentages.ts'
import { PERCENTAGES_UNREAD } from '#features/prices/prices.shares.words.ts'
import { formatRupees, times } from '#shared/money.ts'
import { useArrival } from '#web/hooks/use-arrival.ts'
import { useSettings, useShopper } from '#web/hooks/use-root.ts'
import { UNREAD } from '#web/read-part.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { NotShown } from '#web/ui/not-shown.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { Stitch } from '#web/ui/stitch.tsx'
import type { Order } from '../../orders.contract.ts'
import { whenInLedger } from '../../orders.ledger.ts'
import { inWords, keepReady, parcelsOf, sendersText } from '../../parcels/parcels.words.ts'
import { orderAnchor } from '../../web/order-card.tsx'
import { OrderProgress, WithYou } from '../../web/order-progress.tsx'
import { OrderSums } from '../../web/order-sums.tsx'
import { RupeesOfOrder, rupeeTitle } from '../../web/rupee-goes.tsx'

interface ThankYouProps {
  order: Order
  percentages: Percentages | undefined | typeof UNREAD
}

export function ThankYou({ order, percentages }: ThankYouProps) {
  const { search } = useLocation()
  const { announce } = useCart()
  const shopper = useShopper()
  const { returnDays, storeName } = useSettings()
  const heading = useArrival<HTMLHeadingElement>()
  const isOnline = order.paymentType === 'Online'
  const parcels = parcelsOf(order)
  const isOne = parcels.length < 2
  // Other tabs still show what was paid for in their cart; after a cash order this tab has told them already.
  useEffect(() => {
    if (isOnline) announce()
  }, [isOnline, announce])
  return (
    <div className="pt-8 pb-10">
      <Pill tone="ok">{isOnline ? 'Paid' : 'Order placed'}</Pill> <DemoMark of={order} />
      <h1 ref={heading} tabIndex={-1} data-arrival className="mt-2 text-4xl">
        Thank you, {splitName(shopper?.name ?? order.address.firstName).firstName}.
      </h1>
      <p className="mt-2 max-w-sentence text-ink-soft text-lg leading-lede">
        Order <b className="text-ink">#{order.number}</b> for <b className="text-ink">{formatRupees(order.amount)}</b>{' '}
        is {isOnline ? 'paid' : 'placed'}.
        {shopper && (
          <>
            {' '}
            We wrote to <span className="wrap-anywhere">{shopper.email}.</span>
          </>
        )}
      </p>
      <p className="mt-5 flex flex-wrap items-center gap-3">
        {/* Left to the browser, which takes the focus along. */}
        <ButtonLink to={{ search, hash: orderAnchor(order) }} reloadDocument prefetch="none">
          Follow this order
        </ButtonLink>
        <ButtonLink to="/products" variant="quiet">
          Keep shopping
        </ButtonLink>
      </p>
      <div className="mt-8 flex flex-col gap-8 lg:flex-row lg:gap-columns">
        <section aria-label="What happens next" className="min-w-0 flex-1">
          <WithYou order={order} className="mb-5 font-display text-2xl leading-control" />
          <OrderProgress order={order} className="mb-8" />
          <ol className="grid gap-5">
            <Next place={1} title={isOne ? 'We pack it' : 'The makers pack'}>
              {sendersText(parcels, storeName)} You may cancel until then.
            </Next>
            <Next place={2} title={isOne ? 'We write when it leaves' : 'We write when each parcel leaves'}>
              With its tracking number and a link you can share. You can follow each step in My Orders.
            </Next>
            {isOnline ? (
              <Next place={3} title="The courier brings it">
                It is paid: there is nothing to pay at the door.
              </Next>
            ) : (
              <Next place={3} title="Pay the courier">
                {keepReady(parcels.map(({ cash }) => cash))} No extra charge.
              </Next>
            )}
          </ol>
          <p className="mt-5 text-ink-soft text-sm">
            {returnsText(returnDays)}.{someCannot(order, returnDays)}{' '}
            <Link to="/returns" className="link">
              How it works
            </Link>
          </p>
          <Stitch className="my-6" />
          <section aria-labelledby="rupee" className="grid gap-3">
            <h2 id="rupee" className="heading-plain text-lg leading-snug">
              {rupeeTitle}
            </h2>
            <RupeesOfOrder order={order} percentages={percentages === UNREAD ? undefined : percentages} />
            {percentages === UNREAD && <NotShown>{PERCENTAGES_UNREAD}</NotShown>}
            <p className="text-ink-soft text-sm">
              {`${whenInLedger(order, parcels.length)} `}
              <Link to="/ledger" className="link">
                the ledger
              </Link>
              . My Orders then leads to its entries.
            </p>
          </section>
        </section>
        <YourOrder order={order} />
      </div>
    </div>
  )
}

const someCannot = ({ items }: Order, returnDays: number) =>
  returnDays > 0 &&
  items.some(({ returnable }) => !returnable) &&
  ` ${inWords(items.filter(({ returnable }) => !returnable).map(({ product }) => product.name))}: ${notReturnableText.toLowerCase()}.`

function Next({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden="true"
        className="grid size-8 flex-none place-items-center rounded-full border border-neel-700 font-semibold text-neel-700 text-sm"
      >
        {place}
      </span>
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-soft text-sm">{children}</p>
      </div>
    </li>
  )
}

function YourOrder({ order }: { order: Order }) {
  const { address, items, lineCount } = order
  return (
    <aside aria-labelledby="your-order-title" className="bg-kora p-5 md:p-7 lg:w-84 lg:flex-none lg:self-start">
      <h2 id="your-order-title" className="heading-plain text-lg leading-snug">
        Your order
      </h2>
      <ul className="mt-4 mb-5 grid gap-3">
        {items.map(({ product, quantity }) => (
          <li key={product._id} className="flex gap-4 leading-snug">
            <Thumbnail
              picture={product.images[0]}
              sizes="64px"
              maxWidth={160}
              lazy={false}
              className="aspect-product w-16 flex-none self-start"
            />
            <span className="wrap-anywhere min-w-0 flex-1">
              <Name>{product.name}</Name>
              <span className="block text-ink-soft text-sm">
                {quantity} × {formatRupees(product.offerPrice)}
              </span>
            </span>
            <span>{formatRupees(times(product.offerPrice, quantity))}</span>
          </li>
        ))}
      </ul>
      {lineCount > items.length && <p className="mb-5 text-sm">and {lineCount - items.length} more</p>}
      <OrderSums order={order} />
      <Stitch tone="ash" className="my-5" />
      <PostalAddress address={address} className="break-words text-sm" />
    </aside>
  )
}
