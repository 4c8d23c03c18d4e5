import { formatRupees, formatRupeesShort, type Paise, paise, sumOf } from '#shared/money.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'

interface Day {
  /** Like 2026-11-21. */
  day: string
  orders: number
  /** Below zero when more was refunded than came. */
  revenue: Paise
}

const [WIDTH, HEIGHT, FLOOR, TOP] = [720, 180, 178, 2]
const GAP = 0.3

const inWords = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayInWords = (day: string) => inWords.format(new Date(`${day}T00:00:00Z`))

/** Revenue by day as bars, and the same as a table: the plot is one picture to a screen reader, with the sum in its name. */
export function RevenuePlot({ days }: { days: readonly Day[] }) {
  const revenues = days.map(({ revenue }) => revenue)
  const most = paise(Math.max(...revenues, 0))
  const sum = sumOf(revenues)
  const step = WIDTH / days.length
  const [first, last] = [days[0], days.at(-1)]
  const height = (revenue: Paise) => (Math.max(revenue, 0) / Math.max(most, 1)) * (FLOOR - TOP)
  return (
    <>
      <p aria-hidden="true" className="min-h-5 text-ink-mute text-xs">
        {most > 1 && formatRupeesShort(most)}
      </p>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        width={WIDTH}
        height={HEIGHT}
        role="img"
        aria-label={`Revenue of the last ${days.length} days: ${formatRupees(sum)} in all, at most ${formatRupees(most)} a day`}
        className="h-auto w-full text-neel-700"
      >
        {most > 1 && <line x1="0" x2={WIDTH} y1={TOP} y2={TOP} className="stroke-line" strokeDasharray="3 4" />}
        <line x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} className="stroke-line-strong" />
        {days.map(({ day, revenue }, at) => (
          <rect
            key={day}
            x={step * (at + GAP / 2)}
            y={FLOOR - height(revenue)}
            width={step * (1 - GAP)}
            height={height(revenue)}
            className="fill-current"
          />
        ))}
      </svg>
      {first && last && (
        <p aria-hidden="true" className="flex justify-between text-ink-mute text-xs">
          <span>{dayInWords(first.day)}</span>
          <span>{dayInWords(last.day)}</span>
        </p>
      )}
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 items-center text-sm">As a table</summary>
        <table className="mt-2 w-full text-sm">
          <ColumnHeads
            columns={{ Day: '', Orders: 'px-4 text-right', Revenue: 'text-right' }}
            cell="py-2"
            className="border-line border-b text-left"
          />
          <tbody>
            {days.toReversed().map(({ day, orders, revenue }) => (
              <tr key={day} className="border-line border-b">
                <th scope="row" className="py-2 text-left font-normal">
                  {dayInWords(day)}
                </th>
                <td className="figures px-4 py-2 text-right">{orders}</td>
                <td className={`figures py-2 text-right ${revenue < 0 ? 'text-madder-700' : ''}`}>
                  {formatRupees(revenue)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  )
}
