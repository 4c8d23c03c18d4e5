import { Link } from 'react-router'
import { dialPhone, formatPhone } from '#features/addresses/addresses.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import type { DeskTab } from '#features/orders/orders.desk.ts'
import { isParcelOff } from '#features/orders/parcels/parcels.states.ts'
import { paymentWords, problemsOf } from '#features/orders/parcels/parcels.words.ts'
import { ParcelBox } from '#features/orders/parcels/web/seller-parcel-box.tsx'
import { printPath } from '#features/orders/web/desk-steps.ts'
import { StatusPill } from '#features/orders/web/order-pills.tsx'
import { formatMoment, formatShortDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { Thumbnail } from '#web/ui/picture.tsx'
import { Pill } from '#web/ui/pill.tsx'

/** What waits for somebody; without that the status. */
function WhereItIs({ order }: { order: Order }) {
  const problems = order.hasProblem ? problemsOf(order) : []
  if (problems.length === 0) return <StatusPill status={order.status} />
  return (
    <span className="inline-flex flex-wrap gap-1">
      {problems.map((problem) => (
        <Pill key={problem} tone="wait">
          {problem}
        </Pill>
      ))}
    </span>
  )
}

interface DeskRowProps {
  order: Order
  /** The tab it is seen in; undefined: it was searched for in all. */
  tab: DeskTab | undefined
  lazy: boolean
  isChosen: boolean
  isOpen: boolean
  onChoose: () => void
  onOpen: () => void
}

/** Of the ticks: a browser would bring them back after a reload by their place in the list, in which other orders may stand by then. */
export const CHOSEN_FORM = 'chosen'

const cell = 'align-top leading-hint orders:border-line orders:border-b orders:px-3 orders:py-3 xl:px-4'
/** Tabs whose orders have several statuses. */
const mixed: readonly (DeskTab | undefined)[] = [undefined, 'problems', 'done']

/** One order: a row of the table, a card to pack by on a narrower screen. Its parcels open under it. */
export function DeskRow({ order, tab, lazy, isChosen, isOpen, onChoose, onOpen }: DeskRowProps) {
  const { address, createdAt, parcels } = order
  const { time } = formatMoment(createdAt)
  const name = `order #${order.number}`
  const toOrder = `/seller/orders/${order._id}`
  return (
    <>
      <tr
        data-order={order._id}
        tabIndex={-1}
        className={`grid grid-cols-desk-card items-center gap-x-3 rounded-sm border pb-3 focus-visible:-outline-offset-2 orders:table-row orders:border-0 ${
          isChosen ? 'border-neel-700 bg-paper inset-shadow-desk orders:bg-neel-50' : 'border-line bg-paper'
        }`}
      >
        <td className={`${cell} ${isChosen ? 'orders:inset-shadow-desk' : ''} orders:w-12`}>
          <label className="grid size-11 place-items-center max-orders:m-1 orders:-m-2.5">
            <input
              type="checkbox"
              form={CHOSEN_FORM}
              aria-label={`Select ${name}`}
              checked={isChosen}
              onChange={onChoose}
              className="max-orders:size-6"
            />
          </label>
        </td>
        <td className={`${cell} orders:whitespace-nowrap`}>
          <Link to={toOrder} className="touch font-semibold hover:underline">
            #{order.number}
          </Link>{' '}
          <DemoMark of={order} />
          <span className="block text-ink-soft text-sm max-orders:hidden">
            {formatShortDay(createdAt)}, {time}
          </span>
          <span className="wrap-anywhere block text-ink-soft text-sm orders:hidden">
            <Name>{`${address.firstName} ${address.lastName}`}</Name>, <bdi>{address.city}</bdi>
          </span>
        </td>
        <td className={`${cell} pr-4 text-right text-ink-soft text-sm orders:hidden`}>
          {formatShortDay(createdAt)}
          <br />
          {time}
        </td>
        <td className={`${cell} col-span-full px-4 orders:min-w-60`}>
          <Pieces order={order} lazy={lazy} />
          {order.lineCount > order.items.length && (
            <Link to={toOrder} className="link inline-flex min-h-11 items-center text-sm">
              {order.lineCount - order.items.length} more<span className="sr-only"> in {name}</span>
            </Link>
          )}
        </td>
        <td className={`${cell} wrap-anywhere text-sm max-orders:hidden`}>
          <b>
            <Name>{`${address.firstName} ${address.lastName}`}</Name>
          </b>
          <br />
          <span className="text-ink-soft">
            <bdi>{address.city}</bdi>, <bdi>{address.state}</bdi> {address.zipcode}
            <br />
            <a href={`tel:${dialPhone(address.phone, address.country)}`}>
              {formatPhone(address.phone, address.country)}
            </a>
          </span>
        </td>
        <td className={`${cell} text-right max-orders:hidden`}>
          <b className="figures whitespace-nowrap">{formatRupees(order.amount)}</b>
          <br />
          <span className="text-ink-soft text-sm">{paymentWords(order)}</span>
        </td>
        <td
          className={`${cell} col-span-full border-line text-sm max-orders:mt-2 max-orders:flex max-orders:flex-wrap max-orders:items-center max-orders:justify-between max-orders:gap-x-4 max-orders:border-t max-orders:px-4 max-orders:pt-1 orders:whitespace-nowrap`}
        >
          <span className="text-ink-soft orders:hidden">{paymentWords(order)}</span>
          {mixed.includes(tab) && <WhereItIs order={order} />}
          <span className="orders:block">
            {parcels.length > 0 && (
              <span className="max-orders:hidden">
                {parcels.length === 1 ? '1 parcel' : `${parcels.length} parcels`}
                <br />
              </span>
            )}
            <span className="inline-flex gap-4">
              <button
                type="button"
                aria-expanded={isOpen}
                onClick={onOpen}
                className="inline-flex min-h-11 items-center text-neel-700 hover:underline orders:min-h-8"
              >
                {isOpen ? 'Close' : 'Open'}
                <span className="sr-only"> {name}</span>
              </button>
              {parcels.some(({ status }) => !isParcelOff(status)) && (
                <a
                  href={printPath('labels', { orders: [order.number] })}
                  target="_blank"
                  rel="noreferrer"
                  className="link inline-flex min-h-11 items-center orders:hidden"
                >
                  Label<span className="sr-only"> of {name}</span>
                </a>
              )}
            </span>
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr className="block orders:table-row">
          <td
            colSpan={6}
            className="block bg-kora max-orders:py-1 orders:table-cell orders:border-line orders:border-b orders:pr-4 orders:pb-5 orders:pl-13"
          >
            {parcels.length === 0 ? (
              <NoParcels order={order} />
            ) : (
              <div className="grid gap-3.5 orders:grid-cols-2">
                {[...parcels, ...order.exchanges].map((parcel) => (
                  <ParcelBox key={parcel._id} order={order} parcel={parcel} />
                ))}
              </div>
            )}
          </td>
        </tr>
      )}
    </>
  )
}

const Pieces = ({ order, lazy }: { order: Order; lazy: boolean }) => (
  <ul className="grid gap-3 max-orders:py-2 orders:gap-1.5">
    {order.items.map(({ product, quantity, producer }) => (
      <li
        key={product._id}
        className="grid grid-cols-desk-piece items-center gap-3.5 orders:flex orders:items-start orders:gap-2.5"
      >
        <Thumbnail
          picture={product.images[0]}
          category={product.category}
          sizes="(min-width: 75rem) 36px, 72px"
          maxWidth={320}
          lazy={lazy}
          className="size-18 flex-none orders:size-9"
        />
        <span className="wrap-anywhere min-w-0">
          <Name>{product.name}</Name>{' '}
          <span className="whitespace-nowrap text-ink-mute max-orders:hidden">× {quantity}</span>
          {producer && (
            <span className="block text-ink-mute text-xs">
              <Name>{producer.name}</Name>
            </span>
          )}
        </span>
        <b className="whitespace-nowrap text-xl orders:hidden">× {quantity}</b>
      </li>
    ))}
  </ul>
)

/** What is known of an order whose parcels are not there yet, or never were. */
const NoParcels = ({ order }: { order: Order }) => (
  <div className="grid gap-1 border border-line bg-paper px-4.5 py-4 text-sm">
    <p className="wrap-anywhere">
      <bdi>{order.address.street}</bdi>, <bdi>{order.address.city}</bdi> {order.address.zipcode}.{' '}
      <span>{order.status === 'Order Placed' && 'Its parcels are there once it is confirmed.'}</span>
    </p>
    <Link to={`/seller/orders/${order._id}`} className="link inline-flex min-h-11 items-center justify-self-start">
      All of order #{order.number}
    </Link>
  </div>
)
