import { Link } from 'react-router'
import type { Right } from '#shared/rights.ts'
import { useMay } from '#web/rights.ts'
import { Panel } from '#web/ui/panel.tsx'

interface Try {
  /** For who has one of these; none: for everybody. */
  rights: readonly Right[]
  to: string
  text: string
  more: string
}

/** What a demo has prepared. */
export const toTry: readonly Try[] = [
  {
    rights: ['orders'],
    to: '/seller/orders?tab=confirm',
    text: 'Confirm the new orders',
    more: 'at the desk, many at once',
  },
  {
    rights: ['orders'],
    to: '/seller/courier-file?kind=cash',
    text: 'Book a courier’s file',
    more: 'the page has one made from these orders',
  },
  {
    rights: ['orders'],
    to: '/seller/returns',
    text: 'Decide a return',
    more: 'take back what a shopper does not keep, or decline it',
  },
  { rights: ['money'], to: '/seller/payouts', text: 'Make a payout run', more: 'it pays makers what is due to them' },
  { rights: [], to: '/ledger', text: 'See the public ledger', more: 'where everybody can check it' },
]

export function ToTry() {
  const may = useMay()
  const shown = toTry.filter(({ rights }) => rights.length === 0 || may(...rights))
  return (
    <Panel aria-labelledby="to-try" className="mb-5 p-5 nav:p-6">
      <h2 id="to-try" className="heading-plain text-lg leading-tight">
        What to try in this demo
      </h2>
      <p className="mb-2 text-ink-soft text-sm">All orders, people and payouts in it are invented.</p>
      <ol>
        {shown.map(({ to, text, more }) => (
          <li key={to} className="border-line py-1 not-first:border-t">
            <Link to={to} className="link touch">
              {text}
            </Link>
            <span className="text-ink-soft text-sm">, {more}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
