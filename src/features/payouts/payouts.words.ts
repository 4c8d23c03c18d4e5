import { formatDay } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import type { Balance, PayoutRun } from './payouts.contract.ts'

/** "1 maker", "5 makers" */
export const inMakers = (count: number) => (count === 1 ? '1 maker' : `${count.toLocaleString('en-IN')} makers`)

/** What the next run does with a balance, where it does not pay it. `least`: a run pays from this much on. */
export function whyNotPaid({ next, accountAskedAt }: Pick<Balance, 'next' | 'accountAskedAt'>, least: Paise) {
  if (next === 'below') return `Below ${formatRupees(least)}, stays for the next run`
  if (next === 'netted') return 'Return after payout, netted next run'
  if (next === 'no account')
    return accountAskedAt ? `No account yet. Mail sent ${formatDay(accountAskedAt)}` : 'No account yet'
  return undefined
}

/** What became of the payouts of a run: "8 sent, 1 open". */
export function stateOfRun({ open, sent, failed, isFound }: Pick<PayoutRun, 'open' | 'sent' | 'failed' | 'isFound'>) {
  if (isFound) return { tone: 'ok', text: 'Entered after a restore' } as const
  const parts = Object.entries({ sent, open, failed }).flatMap(([word, count]) =>
    count > 0 ? [`${count} ${word}`] : [],
  )
  if (open > 0) return { tone: 'wait', text: parts.join(', ') } as const
  if (failed > 0) return { tone: 'no', text: parts.join(', ') } as const
  return { tone: 'ok', text: 'Sent' } as const
}
