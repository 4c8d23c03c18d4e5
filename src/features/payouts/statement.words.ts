import { formatDay } from '#shared/day.ts'
import type { Statement, StatementLine } from './statements.contract.ts'

export const statementTitle = ({ producer }: Pick<Statement, 'producer'>) => `Statement, ${producer.name}`

export const runInWords = ({ number, madeAt }: Statement['run']) => `Run ${number} of ${formatDay(madeAt)}`

export const amountInWords = { open: 'To be paid out', sent: 'Paid out', failed: 'Not paid out' } as const
export const stateInWords = { open: 'Open', sent: 'Sent', failed: 'Failed' } as const

/** "10 to 14 November", with the year unless that of `beside`; "14 November" for one day. */
export function daysInWords({ from, to }: NonNullable<Statement['delivered']>, beside: Date) {
  const year = (date: Date) => formatDay(date).slice(-4)
  const short = (date: Date) => (year(date) === year(beside) ? formatDay(date).slice(0, -5) : formatDay(date))
  const [first, last] = [short(from), short(to)]
  if (first === last) return last
  const [day = '', month] = first.split(' ')
  return month === last.split(' ')[1] && year(from) === year(to) ? `${day} to ${last}` : `${first} to ${last}`
}

/** "Run 14 of 22 November 2026. Sales delivered 10 to 14 November." */
export function runWithDays({ run, delivered }: Statement) {
  const days = delivered ? ` Sales delivered ${daysInWords(delivered, run.madeAt)}.` : ''
  return `${runInWords(run)}.${days}`
}

/** False for one that was undone or found again. */
export const isBack = ({ quantity, together }: StatementLine) => quantity < 0 || (quantity === 0 && together < 0)

/** "Returned: " and such, before the piece; empty for a sale. */
function before(line: StatementLine) {
  if (line.kind === 'return') return isBack(line) ? 'Returned: ' : 'Return undone: '
  if (line.kind === 'loss') return isBack(line) ? 'Found again: ' : 'Lost or damaged: '
  return line.kind === 'correction' ? 'Corrected: ' : ''
}

/** "Returned: Speckled Stoneware Mugs". */
export function lineInWords(line: StatementLine) {
  const ofRun = line.ofRun === undefined ? 'an earlier run' : `run ${line.ofRun}`
  if (line.kind === 'payout failed') return `Payout of ${ofRun}, which failed`
  if (line.kind === 'payout') return `Paid already by ${ofRun}`
  return line.piece === undefined ? 'Correction' : `${before(line)}${line.piece}`
}

export const piecesOf = ({ quantity }: StatementLine) => Math.abs(quantity)

/** False for an earlier payout, of which the line has only the sum. */
export const hasParts = ({ kind }: StatementLine) => kind !== 'payout failed' && kind !== 'payout'

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** "6 sales, 1 return" */
export const countsInWords = ({ counts }: Statement) =>
  [
    ...counted(counts.sales, 'sale', 'sales'),
    ...counted(counts.returns, 'return', 'returns'),
    ...counted(counts.losses, 'loss', 'losses'),
    ...counted(counts.corrections, 'correction', 'corrections'),
    ...counted(counts.payouts, 'earlier payout', 'earlier payouts'),
  ].join(', ')

/** Characters of a hash, enough to find it in the ledger's CSV. */
const SHORT_HASH = 16
export const shortHash = (hash: string) => hash.slice(0, SHORT_HASH)

/** "#1042, entry 4711, order 3f2a9c0b71de5a10": for the shop and the public ledger. */
export const whereInLedger = ({ order, entry }: StatementLine) =>
  [...(order ? [`#${order.number}`] : []), `entry ${entry}`, ...(order ? [`order ${shortHash(order.hash)}`] : [])].join(
    ', ',
  )
