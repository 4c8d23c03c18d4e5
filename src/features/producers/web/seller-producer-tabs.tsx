import { NavLink } from 'react-router'
import type { Right } from '#shared/rights.ts'
import { useMay } from '#web/rights.ts'

interface Tab {
  text: string
  to: (id: string) => string
  rights: readonly Right[]
}

/** Where the shop's people find what belongs to a producer. */
const tabs: readonly Tab[] = [
  { text: 'Record', to: (id) => `/seller/producers/${id}`, rights: ['producers'] },
  { text: 'People and phones', to: (id) => `/seller/producers/${id}/people`, rights: ['producers'] },
  { text: 'Pieces', to: (id) => `/seller/product-list?producer=${id}`, rights: ['catalogue'] },
  { text: 'Orders', to: (id) => `/seller/orders?producer=${id}`, rights: ['orders', 'money'] },
  { text: 'Account for payouts', to: (id) => `/seller/payouts/account/${id}`, rights: ['money'] },
  { text: 'Activity', to: (id) => `/seller/activity?thing=${id}`, rights: ['team'] },
]

export function ProducerTabs({ id }: { id: string }) {
  const may = useMay()
  const shown = tabs.filter(({ rights }) => may(...rights))
  return (
    <nav aria-label="Of this producer" className="mb-5 flex gap-x-6 overflow-x-auto border-line border-b">
      {shown.map(({ text, to }) => (
        <NavLink
          key={text}
          to={to(encodeURIComponent(id))}
          end
          className="inline-flex min-h-11 flex-none items-center border-transparent border-b-2 text-ink-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-neel-700 aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {text}
        </NavLink>
      ))}
    </nav>
  )
}
