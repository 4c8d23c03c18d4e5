import { Link } from 'react-router'
import { formatRupees, type Paise, sumOf } from '#shared/money.ts'

interface Row {
  producer: { _id: string; name: string } | null
  revenue: Paise
}

/** So many producers have a bar at once; the others are folded away. */
const SHOWN = 10

const nameOf = ({ producer }: Row) => producer?.name ?? 'No producer named'

/** Revenue by producer as bars, the most first: a list whose bars only draw what its figures say. */
export function ProducerRevenue({ rows }: { rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="text-ink-soft text-sm">No money has come in these days.</p>
  const rest = rows.slice(SHOWN)
  return (
    <>
      <Bars rows={rows.slice(0, SHOWN)} most={rows[0]?.revenue ?? 1} />
      {rest.length > 0 && (
        <details className="mt-2">
          <summary className="link inline-flex min-h-11 items-center text-sm">
            {rest.length} more, {formatRupees(sumOf(rest.map(({ revenue }) => revenue)))}
          </summary>
          <Bars rows={rest} most={rows[0]?.revenue ?? 1} />
        </details>
      )}
    </>
  )
}

/** `most` is as long as the line. */
function Bars({ rows, most }: { rows: readonly Row[]; most: number }) {
  return (
    <ul className="grid gap-3 text-sm">
      {rows.map((row) => (
        <li key={row.producer?._id ?? ''}>
          <p className="flex justify-between gap-4">
            <bdi className="wrap-anywhere min-w-0">
              {row.producer ? (
                <Link to={`/producers/${row.producer._id}`} className="link touch">
                  {nameOf(row)}
                </Link>
              ) : (
                nameOf(row)
              )}
            </bdi>
            <span className="figures whitespace-nowrap">{formatRupees(row.revenue)}</span>
          </p>
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${Math.max(most, 1)} 1`}
            preserveAspectRatio="none"
            width="100%"
            height="8"
            className="mt-1 h-2 w-full text-neel-700"
          >
            <rect width={row.revenue} height="1" className="fill-current" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
