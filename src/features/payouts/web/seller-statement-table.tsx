import { Link } from 'react-router'
import { formatShortDay } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import { ColumnHeads } from '#web/ui/column-heads.tsx'
import { countsInWords, hasParts, lineInWords, piecesOf, shortHash } from '../statement.words.ts'
import type { Statement, StatementLine } from '../statements.contract.ts'

const right = 'nav:text-right'
const columns = {
  Delivered: 'text-left',
  Piece: 'text-left',
  'Maker’s price': right,
  'Part of the profit': right,
  Together: right,
}
const row = 'max-nav:grid max-nav:gap-0.5 max-nav:p-4 border-line border-t'
const cell = 'nav:px-4 nav:py-3'

/** Lines of one page, sums of all. Below 905 px a row is a block. */
export function StatementTable({ statement, lines }: { statement: Statement; lines: readonly StatementLine[] }) {
  const { maker, profit, together } = statement.sums
  return (
    <table className="block w-full nav:table">
      <ColumnHeads columns={columns} cell="px-4 py-3" className="whitespace-nowrap bg-kora text-sm max-nav:hidden" />
      <tbody className="block nav:table-row-group">
        {lines.map((line) => (
          <Line key={line.entry} line={line} />
        ))}
      </tbody>
      <tfoot className="block nav:table-footer-group">
        <tr className={`font-semibold max-nav:bg-kora ${row}`}>
          <th scope="row" colSpan={2} className={`text-left font-semibold ${cell}`}>
            {countsInWords(statement)}
          </th>
          <Figure label="Maker’s price" amount={maker} />
          <Figure label="Profit" amount={profit} />
          <Figure label="Together" amount={together} />
        </tr>
      </tfoot>
    </table>
  )
}

function Line({ line }: { line: StatementLine }) {
  const { at, deliveredAt, order, entry, reason, maker, profit, together } = line
  const day = deliveredAt ?? at
  const pieces = piecesOf(line)
  return (
    <tr className={row}>
      <td className={`whitespace-nowrap text-sm ${cell}`}>
        <time dateTime={day.toISOString()}>{formatShortDay(day)}</time>
      </td>
      <td className={`wrap-anywhere ${cell}`}>
        <bdi>{lineInWords(line)}</bdi>
        {pieces > 0 && <span className="text-ink-soft"> × {pieces}</span>}
        {reason !== undefined && <span className="block text-ink-soft text-sm">{reason}</span>}
        <span className="block text-ink-soft text-xs">
          {order && (
            <>
              <Link to={`/seller/orders/${order._id}`} className="link touch">
                #{order.number}
              </Link>
              <span>, </span>
            </>
          )}
          <span>{`entry ${entry}${order ? `, order ${shortHash(order.hash)}` : ''}`}</span>
        </span>
      </td>
      <Figure label="Maker’s price" amount={hasParts(line) ? maker : undefined} />
      <Figure label="Profit" amount={hasParts(line) ? profit : undefined} />
      <Figure label="Together" amount={together} isStrong />
    </tr>
  )
}

interface FigureProps {
  label: string
  amount: Paise | undefined
  isStrong?: boolean
}

function Figure({ label, amount, isStrong = false }: FigureProps) {
  if (amount === undefined) return <td className={`max-nav:hidden ${cell}`} />
  return (
    <td className={`flex justify-between gap-4 nav:table-cell ${right} ${cell}`}>
      <span className="font-normal text-ink-soft text-sm nav:hidden">{label}</span>
      <span
        className={`figures whitespace-nowrap ${isStrong ? 'font-semibold' : ''} ${amount < 0 ? 'text-madder-700' : ''}`}
      >
        {formatRupees(amount)}
      </span>
    </td>
  )
}
