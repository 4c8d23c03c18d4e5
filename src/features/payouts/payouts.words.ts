import { formatDay, momentInWords } from '#shared/day.ts'
import { formatRupees, type Paise } from '#shared/money.ts'
import type { Balance, PayoutRun } from './payouts.contract.ts'

export const inMakers = (count: number) => (count === 1 ? '1 maker' : `${count.toLocaleString('en-IN')} makers`)
export const inProducers = (count: number) => `${count} ${count === 1 ? 'producer' : 'producers'}`

type Told = Pick<Balance, 'next' | 'accountAskedAt' | 'waitsUntil'>

function sayWaits(until: Date | undefined) {
  if (!until) return 'A run pays a day later'
  return `A run pays from ${momentInWords(until)}`
}

/** Why the next run does not pay. `least`: the least that it pays. */
export function whyNotPaid({ next, accountAskedAt, waitsUntil }: Told, least: Paise) {
  if (next === 'suspended') return 'Suspended: in no run until the maker is taken back'
  if (next === 'waits') return `Account or e-mail changed. ${sayWaits(waitsUntil)}`
  if (next === 'call')
    return 'Account changed, and no mail could tell the maker. A run pays once you have called, and noted it with the account'
  if (next === 'below') return `Below ${formatRupees(least)}, stays for the next run`
  if (next === 'netted') return 'Return after payout, netted next run'
  if (next === 'no account')
    return accountAskedAt ? `No account yet. Mail sent ${formatDay(accountAskedAt)}` : 'No account yet'
  return undefined
}

type RunStates = Pick<PayoutRun, 'open' | 'sent' | 'failed' | 'waiting' | 'givenUp' | 'isFound'>

/** "8 sent, 1 open". */
export function stateOfRun({ open, sent, failed, waiting, givenUp, isFound }: RunStates) {
  if (waiting > 0) return { tone: 'wait', text: 'Waits for a second yes' } as const
  if (givenUp > 0) return { tone: 'no', text: 'Given up' } as const
  if (isFound) return { tone: 'ok', text: 'Entered after a restore' } as const
  const parts = Object.entries({ sent, open, failed }).flatMap(([word, count]) =>
    count > 0 ? [`${count} ${word}`] : [],
  )
  if (open > 0) return { tone: 'wait', text: parts.join(', ') } as const
  if (failed > 0) return { tone: 'no', text: parts.join(', ') } as const
  return { tone: 'ok', text: 'Sent' } as const
}
