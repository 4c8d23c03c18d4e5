import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import type { Right } from '#shared/rights.ts'
import { useMay } from '#web/rights.ts'
import { PageIcon, type PageIconName } from '#web/ui/page-icon.tsx'

interface Item {
  text: string
  to: string
  icon: PageIconName
  /** It is there for who has one of these; without, for everybody. */
  rights?: readonly Right[]
}

const groups: { title: string; items: Item[] }[] = [
  {
    title: 'Catalogue',
    items: [
      { text: 'Add Product', to: '/seller', icon: 'plus', rights: ['catalogue'] },
      { text: 'Product List', to: '/seller/product-list', icon: 'list', rights: ['catalogue'] },
      { text: 'Changes', to: '/seller/changes', icon: 'eye', rights: ['catalogue'] },
      { text: 'Orders', to: '/seller/orders', icon: 'orders', rights: ['orders', 'money'] },
      { text: 'Returns', to: '/seller/returns', icon: 'undo', rights: ['orders'] },
      { text: 'Feeds', to: '/seller/feeds', icon: 'share', rights: ['catalogue'] },
    ],
  },
  {
    title: 'Producers',
    items: [
      { text: 'Producer Applications', to: '/seller/producer-applications', icon: 'people', rights: ['producers'] },
      { text: 'Approved Producers', to: '/seller/approved-producers', icon: 'check', rights: ['producers'] },
      { text: 'Rejected Producers', to: '/seller/rejected-producers', icon: 'close', rights: ['producers'] },
    ],
  },
  {
    title: 'Money',
    items: [
      { text: 'Payouts', to: '/seller/payouts', icon: 'cash', rights: ['money'] },
      { text: 'Second yes', to: '/seller/second-yes', icon: 'check', rights: ['money'] },
      { text: 'Ledger', to: '/seller/ledger', icon: 'papers', rights: ['money'] },
    ],
  },
  {
    title: 'Shop',
    items: [
      { text: 'Overview', to: '/seller/overview', icon: 'chart', rights: ['orders', 'producers', 'money', 'team'] },
      { text: 'Newsletter', to: '/seller/newsletter', icon: 'mail', rights: ['catalogue'] },
      { text: 'Team', to: '/seller/team', icon: 'shield', rights: ['team'] },
      { text: 'Connections', to: '/seller/connections', icon: 'share', rights: ['team'] },
      { text: 'Activity', to: '/seller/activity', icon: 'clock', rights: ['team'] },
      { text: 'Health', to: '/seller/health', icon: 'info', rights: ['team'] },
      { text: 'Your account', to: '/seller/account', icon: 'user' },
    ],
  },
]

const linkLook =
  'flex items-center gap-3 whitespace-nowrap border-b-3 border-transparent px-4 py-3.25 text-neel-200 hover:bg-neel-800 hover:text-white aria-[current]:border-haldi-500 aria-[current]:bg-neel-800 aria-[current]:text-white nav:rounded-xs nav:border-b-0 nav:border-l-3 nav:px-3.5 nav:py-1 nav:pointer-coarse:py-2.75'

export type Waiting = Readonly<Record<string, number>>

/** A column from 905px on; below, one row that scrolls, with the current item in view. */
export function SellerSidebar({ waiting }: { waiting: Waiting }) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const may = useMay()
  const shown = groups
    .map(({ title, items }) => ({ title, items: items.filter(({ rights }) => !rights || may(...rights)) }))
    .filter(({ items }) => items.length > 0)
  // The row's scroll position is the browser's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current item changes with the path
  useEffect(() => {
    const row = nav.current
    const current = row?.querySelector<HTMLElement>('[aria-current]')
    if (!row || !current || row.scrollWidth <= row.clientWidth) return
    row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label="Seller"
      className="on-dark relative flex overflow-x-auto bg-neel-900 text-white [scrollbar-width:none] max-nav:[&_:focus-visible]:-outline-offset-2 nav:flex-col nav:overflow-visible nav:px-3 nav:py-4 print:hidden"
    >
      {shown.map(({ title, items }) => (
        <div key={title} className="contents">
          <h2 className="heading-plain px-3.5 pt-2.5 pb-1 text-neel-200 text-xs max-nav:hidden">{title}</h2>
          <ul className="contents">
            {items.map(({ text, to, icon }) => (
              <li key={to} className="flex-none">
                <NavLink to={to} end={to === '/seller'} prefetch="intent" className={linkLook}>
                  <PageIcon name={icon} />
                  {text}
                  <Count waiting={waiting[to] ?? 0} />
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

const Count = ({ waiting }: { waiting: number }) =>
  waiting > 0 && (
    <span className="figures ml-auto min-w-5.5 rounded-full bg-haldi-500 px-1.5 text-center font-bold text-ink text-xs">
      {waiting}
      <span className="sr-only"> waiting</span>
    </span>
  )
