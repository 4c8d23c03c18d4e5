import { setImmediate } from 'node:timers/promises'
import { type Selectable, sql } from 'kysely'
import type { Fault } from '#features/ledger/server/check-orders.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { inOneState } from '#kernel/db/engine.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { minus, NO_MONEY, type Paise, sumOf } from '#shared/money.ts'
import { message } from '../payouts.messages.ts'
import { hashAccount } from './account-hash.ts'

/** Payouts at a time: a few milliseconds. */
const SOME = 50

type Payout = Selectable<Tables['payouts']> & { key: string; made_at: number }

/** Compares payouts with entries, account and dues (the statement's lines), and finds entries without payout. Gives each fault with its entry. */
export async function checkPayouts(db: Db, isStopping: () => boolean): Promise<Fault[]> {
  const faults: Fault[] = []
  for (let after = ''; !isStopping(); ) {
    const some = await inOneState(db, (tx) => checkSome(tx, after))
    faults.push(...some.faults)
    if (some.last === undefined) break
    after = some.last
    await setImmediate()
  }
  if (!isStopping()) faults.push(...(await inOneState(db, findOrphans)))
  return faults
}

async function checkSome(tx: Tx, after: string) {
  const payouts: Payout[] = await tx
    .selectFrom('payouts')
    .innerJoin('payout_runs', 'payout_runs.number', 'payouts.run')
    .selectAll('payouts')
    .select(['key', 'made_at'])
    .where('payouts.id', '>', after)
    .orderBy('payouts.id')
    .limit(SOME)
    .execute()
  const ids = payouts.map(({ id }) => id)
  if (ids.length === 0) return { faults: [], last: undefined }
  const [entries, dues] = [await readEntries(tx, ids), await readDues(tx, ids)]
  const faults: Fault[] = []
  for (const payout of payouts) {
    const own = entries.filter(({ payout_id }) => payout_id === payout.id)
    const held = dues.filter(({ payout_id }) => payout_id === payout.id)
    const problem = problemOf(payout, own, held) ?? (await problemOfEnd(tx, payout))
    const number = own.at(0)?.number ?? payout.last_number
    const { run, producer_name: producer } = payout
    if (problem) faults.push({ number, problem: message('PAYOUT_WRONG', { problem, run, producer }) })
  }
  return { faults, last: ids.at(-1) }
}

const readEntries = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('ledger_entries')
    .leftJoin('ledger_makers', 'ledger_makers.number', 'ledger_entries.maker_number')
    .select(['ledger_entries.number', 'kind', 'payout_id', 'producer_paise', 'account_hash', 'producer_id'])
    .where('payout_id', 'in', ids)
    .orderBy('ledger_entries.number')
    .execute()
type Entry = Awaited<ReturnType<typeof readEntries>>[number]

/** Sums by payout and producer are enough, for each due is compared with its entry. */
const readDues = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('ledger_dues')
    .select(['payout_id', 'producer_id'])
    .select(sql<Paise>`cast(sum(amount_paise) as bigint)`.as('amount'))
    .select(({ fn }) => fn.max('due_at').as('latest'))
    .where('payout_id', 'in', ids)
    .groupBy(['payout_id', 'producer_id'])
    .execute()
type Held = Awaited<ReturnType<typeof readDues>>[number]

function problemOf(payout: Payout, entries: readonly Entry[], held: readonly Held[]) {
  const { amount_paise, producer_id, state } = payout
  if (state === 'waiting' || state === 'given up')
    return entries.length > 0 ? message('PAYOUT_ENTERED_EARLY') : problemOfHeld(payout, held)
  const [paid, failed, more] = entries
  if (paid?.kind !== 'payout') return message('PAYOUT_NOT_ENTERED')
  if (paid.producer_paise !== minus(NO_MONEY, amount_paise)) return message('PAYOUT_AMOUNT_OTHER')
  if (entries.some((entry) => entry.producer_id !== producer_id)) return message('PAYOUT_PAYEE_OTHER')
  const isBack = failed !== undefined
  if (more || isBack !== (state === 'failed') || (isBack && failed.kind !== 'payout failed'))
    return message('PAYOUT_STATE_OTHER')
  if (isBack && failed.producer_paise !== amount_paise) return message('PAYOUT_BACK_OTHER')
  if (paid.account_hash !== null && paid.account_hash !== hashAccount(payout.id, payout.account))
    return message('PAYOUT_ACCOUNT_OTHER')
  return problemOfHeld(payout, held)
}

function problemOfHeld({ key, amount_paise, producer_id, made_at, state }: Payout, held: readonly Held[]) {
  // A payout found after a restore took no dues: later dues pay for it.
  const expected = key.startsWith('found ') || state === 'given up' ? NO_MONEY : amount_paise
  if (held.some((due) => due.producer_id !== producer_id)) return message('PAYOUT_HOLDS_OTHERS')
  if (sumOf(held.map(({ amount }) => amount)) !== expected) return message('PAYOUT_SUM_OTHER')
  return held.some(({ latest }) => Number(latest) > made_at) ? message('PAYOUT_HOLDS_EARLY') : undefined
}

/** A statement names the last entry, so that nobody rewrites the ledger unseen. */
async function problemOfEnd(tx: Tx, { last_number, last_hash, state }: Payout) {
  if (state === 'waiting' || state === 'given up') return undefined
  const last = await tx.selectFrom('ledger_entries').select('hash').where('number', '=', last_number).executeTakeFirst()
  return last?.hash === last_hash ? undefined : message('PAYOUT_HASH_OTHER')
}

/** Entries and dues without a payout, and community payouts that differ from the ledger. */
async function findOrphans(tx: Tx): Promise<Fault[]> {
  const entries = await tx
    .selectFrom('ledger_entries')
    .leftJoin('payouts', 'payouts.id', 'ledger_entries.payout_id')
    .select('ledger_entries.number')
    .where('kind', 'in', ['payout', 'payout failed'])
    .where('payout_id', 'is not', null)
    .where('payouts.id', 'is', null)
    .orderBy('ledger_entries.number')
    .limit(1)
    .execute()
  const dues = await tx
    .selectFrom('ledger_dues')
    .leftJoin('payouts', 'payouts.id', 'ledger_dues.payout_id')
    .select('entry_number as number')
    .where('payout_id', 'is not', null)
    .where('payouts.id', 'is', null)
    .orderBy('entry_number')
    .limit(1)
    .execute()
  const given = await tx
    .selectFrom('ledger_entries')
    .leftJoin('community_payouts', 'community_payouts.entry_number', 'ledger_entries.number')
    .select('ledger_entries.number')
    .where('kind', '=', 'payout')
    .where('maker_number', 'is', null)
    .where(sql<boolean>`coalesce(amount_paise, 0) <> -community_paise`)
    .orderBy('ledger_entries.number')
    .limit(1)
    .execute()
  return [
    ...entries.map(({ number }) => ({ number, problem: message('ENTRY_PAYOUT_GONE') })),
    ...dues.map(({ number }) => ({ number, problem: message('ENTRY_HOLDER_GONE') })),
    ...given.map(({ number }) => ({ number, problem: message('COMMUNITY_GIVEN_OTHER') })),
  ]
}
