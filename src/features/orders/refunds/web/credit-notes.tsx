import { Link } from 'react-router'
import { formatDay } from '#shared/day.ts'
import { formatRupees } from '#shared/money.ts'
import type { Order } from '../../orders.contract.ts'
import { paperNumber } from '../../paper-number.ts'

/** Links to the credit notes of an invoice; not on paper, for they are no part of it. */
export function CreditNotes({ notes, page }: { notes: Order['creditNotes']; page: (number: number) => string }) {
  if (notes.length === 0) return null
  return (
    <section aria-labelledby="credit-notes" className="mt-5 max-w-184 print:hidden">
      <h2 id="credit-notes" className="heading-plain text-lg leading-tight">
        What went back since
      </h2>
      <ul>
        {notes.map(({ number, issuedAt, amount }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-3">
            <Link to={page(number)} className="link inline-flex min-h-11 items-center">
              Credit note {paperNumber(number)}
            </Link>
            <span className="text-ink-soft text-sm">
              {formatDay(issuedAt)}, {formatRupees(amount)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
