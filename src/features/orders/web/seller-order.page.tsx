import { useRef } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData, useSearchParams } from 'react-router'
import { formatPhone } from '#features/addresses/addresses.rules.ts'
import { PostalAddress } from '#features/addresses/web/postal-address.tsx'
import { sellerIsAuth } from '#features/auth/auth.contract.ts'
import { batchesText } from '#features/catalog/batches/batches.texts.ts'
import { taxName } from '#features/prices/prices.tax.ts'
import { formatDay } from '#shared/day.ts'
import { formatRupees, type Paise, times } from '#shared/money.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { readPart, UNREAD } from '#web/read-part.ts'
import { useMay } from '#web/rights.ts'
import { askAsSeller, sellerMeta } from '#web/seller-page.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { DemoMark } from '#web/ui/demo-mark.tsx'
import { Name } from '#web/ui/name.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { listMoneyProblems } from '../money-problems.contract.ts'
import { getSellerOrder, type Order } from '../orders.contract.ts'
import { listMakerLinks } from '../parcels/maker-links.contract.ts'
import { paymentWords } from '../parcels/parcels.words.ts'
import { ParcelBox } from '../parcels/web/seller-parcel-box.tsx'
import { WrongPaymentNotice } from '../place/web/wrong-payment-notice.tsx'
import { CreditNotes } from '../refunds/web/credit-notes.tsx'
import { Refund } from '../refunds/web/seller-refund.tsx'
import { isReturnOpen } from '../returns.states.ts'
import { statusEn } from '../status-names.en.ts'
import { MoneyProblems } from './money-problems.tsx'
import { readAsked } from './order-asks.ts'
import { OrderHistory } from './order-history.tsx'
import { RupeesOfOrder } from './rupee-goes.tsx'
import { CashSteps, MoveOn } from './seller-order-steps.tsx'

export { stepAction as action } from './seller-order-steps.action.ts'

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData, location }) =>
  sellerMeta(matches, loaderData, `Order #${loaderData?.order.number}`, location.pathname)

export const loader = ({ params, context }: LoaderFunctionArgs) =>
  askAsSeller(context, async (api) => {
    const { order } = await api(getSellerOrder, { params: { id: params.id ?? '' } })
    const { rights } = (await api(sellerIsAuth)).person
    const { problems } = order.hasProblem
      ? await api(listMoneyProblems, { query: { order: order._id } })
      : { problems: [] }
    const isForMakers = rights.includes('orders') && order.parcels.some(({ sender }) => sender !== null)
    const makers = isForMakers ? await readPart(api(listMakerLinks, { params: { id: order._id } })) : undefined
    return { order, problems, links: makers && makers !== UNREAD ? makers.links : [] }
  })

const cell = 'border-line border-b py-2 align-top'

/** On paper this page is the packing slip. */
export default function SellerOrderPage() {
  const answer = useLoaderData<typeof loader>()
  const { storeName, legal, supportEmail } = useSettings()
  const [searchParams] = useSearchParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const may = useMay()
  if (!answer) return null
  const { order, problems, links } = answer
  const { address } = order
  const onGone = () => heading.current?.focus()
  const steps = { order, asked: readAsked(searchParams)?.name, onGone }
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3 print:hidden">
        <BackLink to="/seller/orders">All orders</BackLink>
        <div className="flex flex-wrap gap-3">
          {order.hasInvoice && (
            <ButtonLink to={`/seller/orders/${order._id}/invoice`} variant="line" size="sm">
              Invoice
            </ButtonLink>
          )}
          {may('money') && <Refund order={order} onGone={onGone} />}
          <Button size="sm" onClick={() => window.print()}>
            Print packing slip
          </Button>
        </div>
      </div>
      <PostRefused className="max-w-184" />
      {order.wrongPayment && <WrongPaymentNotice order={order} paid={order.wrongPayment} />}
      <MoneyProblems problems={problems} />
      {may('orders') && <ReturnsOfOrder order={order} />}
      {may('orders') && (
        <section
          aria-label="Next steps"
          className="mb-5 flex max-w-184 flex-wrap items-center gap-x-3 gap-y-1 empty:hidden print:hidden"
        >
          <MoveOn {...steps} />
          <CashSteps {...steps} />
        </section>
      )}
      <article className="max-w-184 rounded-sm border border-line bg-paper p-5 nav:p-8 print:max-w-none print:border-0 print:p-0">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div>
            <p className="font-display font-semibold text-xl">{legal.name ?? storeName}</p>
            <p className="text-ink-soft text-sm">{legal.address ?? supportEmail}</p>
          </div>
          <div className="sm:text-right">
            <h1 ref={heading} tabIndex={-1} className="text-2xl">
              Order #{order.number}
            </h1>
            <p className="text-ink-soft text-sm">
              {formatDay(order.createdAt)}, {statusEn[order.status]} <DemoMark of={order} />
            </p>
          </div>
        </header>
        <section aria-labelledby="deliver-to" className="mt-6">
          <h2 id="deliver-to" className="heading-plain text-ink-mute text-sm">
            Deliver to
          </h2>
          <PostalAddress address={address} className="wrap-anywhere text-lg">
            <br />
            <bdi>{address.country}</bdi>
            <br />
            {formatPhone(address.phone, address.country)}
          </PostalAddress>
        </section>
        <table className="mt-6 w-full">
          <caption className="sr-only">What is in the parcel</caption>
          <ColumnHeads
            columns={{ Item: '', Quantity: 'px-4 text-right', Amount: 'text-right' }}
            cell={cell}
            className="text-left text-sm"
          />
          <tbody>
            {order.items.map(({ product, quantity, refunded, producer, batches = [] }) => (
              <tr key={product._id} className="break-inside-avoid">
                <td className={`${cell} wrap-anywhere`}>
                  <Name>{product.name}</Name>
                  {product.weight && <span className="text-ink-mute text-sm">, {product.weight}</span>}
                  {producer && (
                    <span className="block text-ink-soft text-sm">
                      <Name>{producer.name}</Name>
                    </span>
                  )}
                  {batches.length > 0 && <span className="block text-ink-soft text-sm">{batchesText(batches)}</span>}
                </td>
                <td className={`${cell} figures px-4 text-right`}>
                  {quantity}
                  {refunded > 0 && <span className="block text-ink-soft text-sm">{refunded} refunded</span>}
                </td>
                <td className={`${cell} figures whitespace-nowrap text-right`}>
                  {formatRupees(times(product.offerPrice, quantity))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <dl className="mt-4 ml-auto grid max-w-72 grid-cols-2 gap-y-1">
          <Sum name="Subtotal" paise={order.subtotal} />
          <Sum name={taxName} paise={order.tax} />
          <Sum name="Total" paise={order.amount} strong />
          {order.refunded > 0 && <Sum name="Refunded" paise={order.refunded} />}
        </dl>
        <p className="mt-6 border-line border-t pt-4">
          <b>{`${paymentWords(order)}.`}</b>
        </p>
      </article>
      {order.parcels.length > 0 && (
        <section aria-label="Parcels" className="mt-5 grid max-w-184 gap-3.5 print:hidden">
          {[...order.parcels, ...order.exchanges].map((parcel) => (
            <ParcelBox
              key={parcel._id}
              order={order}
              parcel={parcel}
              toMaker={links.find((link) => link.parcel === parcel._id)?.url}
            />
          ))}
        </section>
      )}
      {may('money') && (
        <CreditNotes notes={order.creditNotes} page={(number) => `/seller/orders/${order._id}/credit-note/${number}`} />
      )}
      {order.shares && (
        <Panel aria-labelledby="rupee" className="mt-5 max-w-184 p-5 nav:p-8 print:hidden">
          <h2 id="rupee" className="heading-plain mb-3 text-lg leading-tight">
            Where the {formatRupees(order.amount)} go
          </h2>
          <RupeesOfOrder order={order} thin />
        </Panel>
      )}
      <Panel aria-labelledby="history" className="mt-5 max-w-184 p-5 nav:p-8 print:hidden">
        <h2 id="history" className="heading-plain mb-3 text-lg leading-tight">
          What happened
        </h2>
        <OrderHistory order={order} reader="seller" />
      </Panel>
    </>
  )
}

function ReturnsOfOrder({ order: { _id, returns } }: { order: Order }) {
  if (returns.length === 0) return null
  const waiting = returns.filter(({ state }) => isReturnOpen(state)).length
  return (
    <Notice tone={waiting > 0 ? 'ask' : 'info'} className="mb-5 max-w-184 print:hidden">
      {returns.length === 1 ? 'A return was asked for.' : `${returns.length} returns were asked for.`}{' '}
      <Link to={`/seller/returns?order=${_id}`} className="link touch">
        {waiting > 0 ? 'Open tasks' : 'See what became of it'}
      </Link>
    </Notice>
  )
}

function Sum({ name, paise, strong = false }: { name: string; paise: Paise; strong?: boolean }) {
  const weight = strong ? 'font-semibold' : ''
  return (
    <>
      <dt className={weight}>{name}</dt>
      <dd className={`figures text-right ${weight}`}>{formatRupees(paise)}</dd>
    </>
  )
}
