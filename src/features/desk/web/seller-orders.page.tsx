import { useContext, useRef, useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from 'react-router'
import { listMoneyProblems } from '#features/orders/money-problems.contract.ts'
import { listAllOrders } from '#features/orders/orders.contract.ts'
import { type DeskTab, deskTabNames, deskTabs } from '#features/orders/orders.desk.ts'
import { exportOrders, exportOrdersXlsx } from '#features/orders/seller-orders.contract.ts'
import { chosenOf, tabSteps } from '#features/orders/web/desk-steps.ts'
import { GatewayChecks, MoneyProblems } from '#features/orders/web/money-problems.tsx'
import { nameProducer } from '#features/producers/web/name-producer.ts'
import { formatDay } from '#shared/day.ts'
import { hrefOf } from '#shared/endpoint.ts'
import { formatRupees } from '#shared/money.ts'
import { SellerFailed } from '#web/layouts/seller-failed.tsx'
import { lostWith, Restores } from '#web/restored-shop.ts'
import { useMay } from '#web/rights.ts'
import { askAsSeller, askedPage, SELLER_PAGE_SIZE, sellerMeta } from '#web/seller-page.ts'
import { askedDays } from '#web/ui/asked-days.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListPager } from '#web/ui/list-pager.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageIcon } from '#web/ui/page-icon.tsx'
import { Panel, SellerHead } from '#web/ui/panel.tsx'
import { PostRefused } from '#web/ui/post-refused.tsx'
import { NoneFit } from '#web/ui/seller-list.tsx'
import { useListFilter } from '#web/ui/seller-list-search.tsx'
import { getDeskCash } from '../desk.contract.ts'
import { DeskBulk } from './seller-desk-bulk.tsx'
import { DeskFilters } from './seller-desk-filters.tsx'
import { DeskReport } from './seller-desk-report.tsx'
import { CHOSEN_FORM, DeskRow } from './seller-desk-row.tsx'
import { DeskTabs } from './seller-desk-tabs.tsx'
import { OrderLines } from './seller-order-lines.tsx'
import { useChosen } from './use-chosen.ts'
import { useDeskKeys } from './use-desk-keys.ts'
import { useDeskSteps } from './use-desk-steps.ts'
import { useNewOrders } from './use-new-orders.ts'

export { stepAction as action } from '#features/orders/web/seller-order-steps.action.ts'

const title = 'Orders'
const path = '/seller/orders'
/** Orders whose pictures are seen at once. */
const FIRST_ROWS = 4
/** Of each order; the others are on its own page. */
const LINES_SHOWN = '5'
const columns = {
  Select: '',
  Order: 'text-left',
  Pieces: 'text-left',
  'Deliver to': 'text-left',
  Amount: 'text-right',
  Parcels: 'text-left',
}

export const meta: MetaFunction<typeof loader> = ({ matches, loaderData }) =>
  sellerMeta(matches, loaderData, title, path)

/** Many lines to read and render: one at a time for each person (kernel/guard/heavy-work.ts). */
export const handle = { isHeavy: true }

/** Filters as they stand in the address; what is no filter is left out. Without a tab a search looks in all of them. */
function readFilters(searchParams: URLSearchParams) {
  const q = searchParams.get('q')?.trim().slice(0, 200) || undefined
  const tab = deskTabs.find((one) => one === searchParams.get('tab')) ?? (q === undefined ? 'confirm' : undefined)
  const { from, to } = askedDays(searchParams)
  const producer = searchParams.get('producer')?.slice(0, 64) || undefined
  return { q, tab, from: from || undefined, to: to || undefined, producer }
}

export function loader({ request, context }: LoaderFunctionArgs) {
  const filters = readFilters(new URL(request.url).searchParams)
  const asOf = new Date()
  return askAsSeller(context, async (api) => {
    const [list, cash, producer, money] = await Promise.all([
      api(listAllOrders, {
        query: { ...filters, page: askedPage(request), limit: SELLER_PAGE_SIZE, lines: LINES_SHOWN },
      }),
      api(getDeskCash),
      filters.producer === undefined ? undefined : nameProducer(api, filters.producer),
      filters.tab === 'problems' ? api(listMoneyProblems, { query: {} }) : undefined,
    ])
    return { ...list, cash, filters, producer, money, asOf }
  })
}

const exportLook = 'button min-h-11 border-transparent px-3 py-1.5 text-neel-700 text-sm hover:bg-neel-100'
const csvHint = 'In LibreOffice tick “Quoted field as text”; the Excel file keeps numbers as they are'

export default function SellerOrdersPage() {
  const answer = useLoaderData<typeof loader>()
  return answer && <Desk {...answer} />
}

function cashWords({ expected, cameToday }: DeskProps['cash']) {
  const parcels = expected.parcels === 1 ? '1 parcel' : `${expected.parcels.toLocaleString('en-IN')} parcels`
  return (
    <>
      Expected in cash <b className="figures">{formatRupees(expected.amount)}</b> in {parcels}. Came in today{' '}
      <b className="figures">{formatRupees(cameToday)}</b>.
    </>
  )
}

type DeskProps = NonNullable<Awaited<ReturnType<typeof loader>>>

function Desk({ orders, page, pages, total, tabs, cash, filters, producer, money, asOf }: DeskProps) {
  const { tab } = filters
  const { searchParams } = useListFilter()
  const [openOrder, setOpenOrder] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const asked = new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])))
  const chosen = useChosen(`${asked}`)
  const steps = useDeskSteps({ tab, chosen, asked })
  const fresh = useNewOrders(asOf, orders)
  const inTab = tabSteps[tab ?? 'all']
  const toggle = (id: string) => {
    const order = orders.find(({ _id }) => _id === id)
    if (order) chosen.toggle(id, chosenOf(order))
  }
  const toggleOpen = (id: string) => setOpenOrder((before) => (before === id ? undefined : id))
  useDeskKeys({
    table,
    onSelect: toggle,
    onOpen: toggleOpen,
    letter: inTab.step?.key,
    onStep: () => mayMove && inTab.step && steps.take(inTab.step),
  })
  const mayMove = useMay()('orders')
  const isFiltered = ['q', 'from', 'to', 'producer'].some((name) => searchParams.get(name))
  return (
    <>
      <SellerHead title={title} text={cashWords(cash)}>
        {mayMove && (
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/seller/returns" variant="quiet" size="sm">
              <PageIcon name="undo" size="sm" />
              Returns
            </ButtonLink>
            <ButtonLink to="/seller/courier-file" variant="line" size="sm">
              <PageIcon name="upload" size="sm" />
              Book a courier’s file
            </ButtonLink>
          </div>
        )}
      </SellerHead>
      <PostRefused />
      <DeskTabs tab={tab} counts={{ ...tabs, confirm: tabs.confirm + (isFiltered ? 0 : fresh.length) }} />
      <div role="status">
        {fresh.length > 0 && (
          <Notice
            tone="info"
            className="mb-4"
            action={
              <Link
                to={`${path}?tab=confirm`}
                onClick={chosen.clear}
                className="link inline-flex min-h-11 items-center"
              >
                {`Show ${fresh.length === 1 ? 'it' : 'them'}`}
              </Link>
            }
          >
            {fresh.length === 1 ? '1 new order' : `${fresh.length} new orders`}
          </Notice>
        )}
      </div>
      <DeskReport steps={steps} />
      {money && (
        <>
          <GatewayChecks checks={money.checks} />
          <MoneyProblems problems={money.problems.filter(({ order }) => order === null)} />
        </>
      )}
      <Panel className="max-orders:border-0 max-orders:bg-transparent">
        <DeskFilters producer={producer} now={asOf}>
          {total > 0 && (
            <span className="flex flex-wrap">
              <a href={hrefOf(exportOrders, { query: filters })} download className={exportLook} title={csvHint}>
                <PageIcon name="papers" size="sm" />
                CSV of {total === 1 ? 'this one' : `these ${total.toLocaleString('en-IN')}`}
              </a>
              <a href={hrefOf(exportOrdersXlsx, { query: filters })} download className={exportLook}>
                Excel
                <span className="sr-only"> file of {total === 1 ? 'this one' : 'these'}</span>
              </a>
            </span>
          )}
        </DeskFilters>
        {mayMove && <DeskBulk {...{ tab, chosen, steps, orders, total }} />}
        {orders.length === 0 ? (
          <Nothing {...{ tab, tabs, page, isFiltered }} />
        ) : (
          <>
            <form id={CHOSEN_FORM} autoComplete="off" hidden />
            <table ref={table} className="block w-full orders:table">
              <caption className="sr-only">{tab ? deskTabNames[tab] : 'Orders that were found'}</caption>
              <ColumnHeads
                columns={columns}
                cell="whitespace-nowrap border-line border-b px-3 py-3 xl:px-4"
                className="bg-kora text-sm max-orders:hidden"
              />
              <tbody className="block max-orders:grid max-orders:gap-3 orders:table-row-group">
                {orders.map((order, index) => (
                  <DeskRow
                    key={order._id}
                    {...{ order, tab }}
                    lazy={index >= FIRST_ROWS}
                    isChosen={chosen.map.has(order._id)}
                    isOpen={openOrder === order._id}
                    onChoose={() => toggle(order._id)}
                    onOpen={() => toggleOpen(order._id)}
                  />
                ))}
              </tbody>
            </table>
            <ListPager page={page} pages={pages} total={total} />
          </>
        )}
      </Panel>
      {total > 0 && <OrderLines query={filters} csvHint={csvHint} />}
      {mayMove && <Keys step={inTab.step} />}
      {/* On a phone the bar lies over the end of the page. */}
      {chosen.map.size > 0 && <div className="h-40 orders:hidden" />}
    </>
  )
}

interface NothingProps {
  tab: DeskTab | undefined
  tabs: Record<DeskTab, number>
  page: number
  isFiltered: boolean
}

/** What is searched for may stand in another tab. */
function Nothing({ tab, tabs, page, isFiltered }: NothingProps) {
  const { linkTo, searchParams } = useListFilter()
  const [, number = ''] = /^#?H?(\d{1,12})(?:-\d+)?$/i.exec(searchParams.get('q')?.trim() ?? '') ?? []
  const lost = lostWith(useContext(Restores), Number(number))
  const elsewhere = deskTabs.filter((other) => other !== tab && tabs[other] > 0)
  if (isFiltered && elsewhere.length > 0)
    return (
      <EmptyState title={tab ? `Nothing fits under ${deskTabNames[tab]}` : 'No orders match these filters'}>
        <p className="flex flex-wrap justify-center gap-x-4">
          {elsewhere.map((other) => (
            <Link key={other} to={linkTo('tab', other)} className="link inline-flex min-h-11 items-center">
              {tabs[other].toLocaleString('en-IN')} under {deskTabNames[other]}
            </Link>
          ))}
        </p>
      </EmptyState>
    )
  if (lost)
    return (
      <EmptyState
        title={`Order #${number} is lost`}
        text={`It may have been placed after the backup that the shop was restored from on ${formatDay(lost.at)}. Ask the shopper for the mail about it.`}
      />
    )
  if (isFiltered || page > 1) return <NoneFit title="No orders match these filters" />
  if (Object.values(tabs).every((count) => count === 0))
    return <EmptyState title="No orders yet" text="They appear here as soon as somebody buys." art="bag" />
  return (
    <EmptyState title={`Nothing ${tab === 'problems' ? 'waits for a decision' : 'here'}`} text="All of it is done." />
  )
}

const key = 'rounded-xs border border-line-strong bg-white px-1.25 text-ink-soft text-xs'

const Keys = ({ step }: { step: (typeof tabSteps)[DeskTab]['step'] }) => (
  <p className="mt-3 text-ink-mute text-xs max-orders:hidden">
    Keys: <kbd className={key}>/</kbd> search, <kbd className={key}>J</kbd> <kbd className={key}>K</kbd> move,{' '}
    <kbd className={key}>X</kbd> select, <kbd className={key}>O</kbd> open
    {step?.key && (
      <span>
        , <kbd className={key}>{step.key}</kbd> <span>{step.text.toLowerCase()}</span>
      </span>
    )}
    <span>.</span>
  </p>
)

export const ErrorBoundary = () => <SellerFailed title={title} what="orders" />
