import { type ReactNode, useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Order } from '../orders.contract.ts'
import { isOff, isSale } from '../orders.states.ts'
import { ComingParcels } from '../parcels/web/coming-parcels.tsx'
import { OrderParcel } from '../parcels/web/order-parcel.tsx'
import { BuyAgain } from '../place/web/buy-again.tsx'
import { wrongPaymentWords } from '../place/web/wrong-payment-notice.tsx'
import { OrderEnded } from './order-ended.tsx'
import { OrderExchange } from './order-exchange.tsx'
import { OrderHistory } from './order-history.tsx'
import { OrderInLedger } from './order-in-ledger.tsx'
import { OrderLines } from './order-lines.tsx'
import { PaymentPill, StatusPill } from './order-pills.tsx'
import { OrderProgress, WithYou } from './order-progress.tsx'
import { OrderReturns } from './order-returns.tsx'
import { Cancel, PayNow } from './order-steps.tsx'
import { OrderSums } from './order-sums.tsx'
import { RupeesOfOrder, rupeeTitle } from './rupee-goes.tsx'

interface OrderCardProps {
  order: Order
  lazy: boolean
  /** A form sent before JavaScript loaded asks whether to cancel. */
  asked: boolean
  allLines: string
}

export const orderAnchor = ({ number }: Pick<Order, 'number'>) => `order-${number}`

export function OrderCard({ order, lazy, asked, allLines }: OrderCardProps) {
  const title = useId()
  const card = useRef<HTMLElement>(null)
  const payment =
    order.paymentType === 'COD' ? 'Cash on delivery' : order.isPaid ? 'Paid online by card' : 'Online by card'
  const isUnderWay = order.status !== 'Delivered' && order.status !== 'Awaiting payment' && !isOff(order.status)
  return (
    <article ref={card} id={orderAnchor(order)} aria-labelledby={title} tabIndex={-1} className="border border-line">
      <header className="grid grid-cols-2 gap-x-5 gap-y-3.5 bg-kora px-5 py-4 md:grid-cols-4 md:items-center md:px-6 md:py-4.5">
        <dl className="contents leading-snug">
          <Fact name="Order">
            <span id={title}>
              <span className="sr-only">Order </span>#{order.number}
            </span>{' '}
            <DemoMark of={order} />
          </Fact>
          <Fact name="Placed on">{formatDay(order.createdAt)}</Fact>
          <Fact name="Total">{formatRupees(order.amount)}</Fact>
        </dl>
        <div className="md:justify-self-end">
          <StatusPill status={order.status} />
        </div>
      </header>
      {order.status === 'Awaiting payment' && <PayNow order={order} />}
      {order.wrongPayment && (
        <Notice tone="wait">
          {`${wrongPaymentWords(order, order.wrongPayment)}${order.wrongPayment.refund === 'failed' ? ' Please write to us.' : ''}`}
        </Notice>
      )}
      {order.parcels.length > 0 && order.status !== 'Cancelled' ? (
        <div>
          {order.parcels.map((parcel) => (
            <OrderParcel key={parcel._id} order={order} parcel={parcel} lazy={lazy} />
          ))}
        </div>
      ) : (
        <>
          <OrderEnded order={order} />
          {isUnderWay && (
            <div className="border-line border-b px-5 py-4 md:px-6">
              <WithYou order={order} className="mb-4 text-ink-soft text-sm" />
              <OrderProgress order={order} />
              <ComingParcels order={order} />
            </div>
          )}
          <OrderLines items={order.items} lazy={lazy} />
        </>
      )}
      {order.lineCount > order.items.length && (
        <p className="border-line border-t px-5 py-1.5 md:px-6">
          <Link to={allLines} preventScrollReset className="link inline-flex min-h-11 items-center">
            Show all {order.lineCount}
            <span className="sr-only"> products of order #{order.number}</span>
          </Link>
        </p>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-line border-t px-5 py-4 md:px-6">
        <BuyAgain order={order} />
        <OrderSums order={order} className="w-full text-ink-soft sm:ml-auto sm:w-60" />
      </div>
      {order.exchanges.map((parcel) => (
        <OrderExchange key={parcel._id} order={order} parcel={parcel} />
      ))}
      <OrderReturns order={order} />
      <footer className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-line border-t px-5 py-3 text-ink-soft text-sm md:px-6">
        <span className="flex items-center gap-2.5">
          <PaymentPill order={order} />
          <span>{`${payment}${order.refunded > 0 ? `, ${formatRupees(order.refunded)} refunded` : ''}`}</span>
        </span>
        <span className="min-w-0 break-words">
          To <Name>{`${order.address.firstName} ${order.address.lastName}`}</Name>, <bdi>{order.address.city}</bdi>{' '}
          {order.address.zipcode}
        </span>
        <div className="flex flex-wrap items-center gap-x-4 empty:hidden">
          {order.hasInvoice && (
            <Link to={`/my-orders/${order._id}/invoice`} className="link inline-flex min-h-11 items-center">
              Invoice<span className="sr-only"> for order #{order.number}</span>
            </Link>
          )}
          {order.creditNotes.map(({ number }) => (
            <Link
              key={number}
              to={`/my-orders/${order._id}/credit-note/${number}`}
              className="link inline-flex min-h-11 items-center"
            >
              Credit note
              <span className="sr-only">
                {' '}
                {number} for order #{order.number}
              </span>
            </Link>
          ))}
          <OrderInLedger order={order} entries={order.ledger} />
          <Cancel order={order} asked={asked} onDone={() => card.current?.focus()} />
        </div>
      </footer>
      {order.shares && isSale(order) && !isOff(order.status) && (
        <details className="border-line border-t px-5 md:px-6">
          <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-sm hover:text-ink">
            {rupeeTitle}
            <span className="sr-only"> in order #{order.number}</span>
          </summary>
          <div className="pb-4">
            <RupeesOfOrder order={order} thin />
          </div>
        </details>
      )}
      <details className="border-line border-t px-5 md:px-6">
        <summary className="min-h-11 cursor-pointer content-center text-ink-soft text-sm hover:text-ink">
          What happened<span className="sr-only"> to order #{order.number}</span>
        </summary>
        <div className="pb-4">
          <OrderHistory order={order} reader="shopper" />
        </div>
      </details>
    </article>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-mute text-xs leading-tight">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
