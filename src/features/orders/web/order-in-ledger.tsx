import { Link } from 'react-router'
import { entriesInWords, orderLedgerUrl } from '../orders.ledger.ts'

interface OrderInLedgerProps {
  order: { _id: string; number: number }
  entries: readonly number[]
}

export const OrderInLedger = ({ order, entries }: OrderInLedgerProps) =>
  entries.length > 0 && (
    <Link to={orderLedgerUrl(order._id)} className="link inline-flex min-h-11 items-center">
      <span>
        {`Your order in the ledger: ${entriesInWords(entries)}`}
        <span className="sr-only">{` (order #${order.number})`}</span>
      </span>
    </Link>
  )
