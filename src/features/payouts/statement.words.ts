import { formatDay } from '#shared/day.ts'
import { foldText } from '#shared/text.ts'
import type { Statement, StatementLine } from './statements.contract.ts'

/** "Statement, Matti Pottery Collective" */
export const statementTitle = ({ producer }: Pick<Statement, 'producer'>) => `Statement, ${producer.name}`

/** "Run 14 of 22 November 2026" */
export const runInWords = ({ number, madeAt }: Statement['run']) => `Run ${number} of ${formatDay(madeAt)}`

export const amountInWords = { open: 'To be paid out', sent: 'Paid out', failed: 'Not paid out' } as const
export const stateInWords = { open: 'Open', sent: 'Sent', failed: 'Failed' } as const

/** "10 to 14 November", with the year where it is not the one of `beside`; "14 November" for one day. */
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

const isBack = ({ quantity, together }: StatementLine) => quantity < 0 || (quantity === 0 && together < 0)

/** What stands before the name of the piece: "Returned: ". Nothing for a sale. */
function before(line: StatementLine) {
  if (line.kind === 'return') return isBack(line) ? 'Returned: ' : 'Return undone: '
  if (line.kind === 'loss') return isBack(line) ? 'Found again: ' : 'Lost or damaged: '
  return line.kind === 'correction' ? 'Corrected: ' : ''
}

/** What a line is about, without how many: "Returned: Speckled Stoneware Mugs". */
export function lineInWords(line: StatementLine) {
  const ofRun = line.ofRun === undefined ? 'an earlier run' : `run ${line.ofRun}`
  if (line.kind === 'payout failed') return `Payout of ${ofRun}, which failed`
  if (line.kind === 'payout') return `Paid already by ${ofRun}`
  return line.piece === undefined ? 'Correction' : `${before(line)}${line.piece}`
}

/** How many pieces a line is about; 0 where it is about none. */
export const piecesOf = ({ quantity }: StatementLine) => Math.abs(quantity)

/** Does a line tell maker's price and part of the profit, or only the sum of an earlier payout? */
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

/** So many characters of a hash find it in the ledger's CSV. */
const SHORT_HASH = 16
export const shortHash = (hash: string) => hash.slice(0, SHORT_HASH)

/** "#1042, entry 4711, order 3f2a9c0b71de5a10": where the line stands in the shop, and in the public ledger. */
export const whereInLedger = ({ order, entry }: StatementLine) =>
  [...(order ? [`#${order.number}`] : []), `entry ${entry}`, ...(order ? [`order ${shortHash(order.hash)}`] : [])].join(
    ', ',
  )

/** "statement-14-matti-pottery-collective.pdf" */
export function statementFileName({ run, producer }: Pick<Statement, 'run' | 'producer'>, ending: 'pdf' | 'csv') {
  const name = foldText(producer.name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `statement-${run.number}${name === '' ? '' : `-${name.slice(0, 60)}`}.${ending}`
}
