import { listDue, listPayouts, makePayoutRun } from '#features/payouts/payouts.contract.ts'
import { STATEMENT_LINES } from '#features/payouts/payouts.states.ts'
import { indianMonth } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'
import { expectStatus } from './calls.ts'
import { idOf } from './fill.ts'
import { type Ground, read, type Scenario } from './scenario.ts'
import { SELLER } from './shop.ts'

const aYearAgo = () => indianMonth(new Date(Date.now() - 365 * DAY_MS))

async function makeRun({ calls, seller }: Ground) {
  const headers = { 'Idempotency-Key': 'run' }
  expectStatus(200, [
    await calls.post(makePayoutRun.path, { currentPassword: SELLER.password }, { cookie: seller, headers }),
  ])
}

/** The statement of a payout, of this kind. */
const readStatement = (kind: string) => async (ground: Ground) => {
  const answer = await ground.calls.call(`${listPayouts.path}?limit=1`, { cookie: ground.seller })
  expectStatus(200, [answer])
  await read(`/api/payout/${JSON.parse(answer.text).payouts[0]._id}/${kind}`)(ground)
}

/** First looks, which nothing kept can answer. */
export const ledgerScenarios: Scenario[] = [
  { name: 'ledger, this month', run: read('/api/ledger') },
  { name: 'ledger, a month of last year', run: (ground) => read(`/api/ledger?month=${aYearAgo()}`)(ground) },
  { name: 'ledger, page of this month', run: read('/ledger') },
  { name: 'ledger, page of last year', run: (ground) => read(`/ledger?month=${aYearAgo()}`)(ground) },
  { name: "ledger, a producer's earnings", run: read(`/api/ledger/earnings/${idOf('producer', 1)}`) },
  { name: 'ledger, CSV of a month', run: (ground) => read(`/api/ledger/entries.csv?month=${aYearAgo()}`)(ground) },
  { name: 'payouts, what is due', run: read(listDue.path) },
  { name: 'payouts, a run', run: makeRun },
  { name: `payouts, ${STATEMENT_LINES} lines of a statement`, run: readStatement('statement') },
  { name: 'payouts, a statement as CSV', run: readStatement('statement.csv') },
  { name: 'payouts, a statement as PDF', run: readStatement('statement.pdf') },
]
