import { sql } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { askSecondYes, waits } from '#features/second-yes/server/ask-second-yes.ts'
import { askedAct } from '#features/second-yes/server/asked-act.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import { formatRupees, minus, NO_MONEY, type Paise } from '#shared/money.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'
import { type CommunityPayout, moreThanIsLeft, NewCommunityPayout } from '../ledger.contract.ts'
import { message } from '../ledger.messages.ts'
import { appendOne, type ByHand, enterOnce } from './enter-once.ts'
import { NO_ENTRY, takeLedgerTurn } from './entries.ts'

const PER_PAGE = 25

export const communityColumns = ['id', 'entry_number', 'day', 'text', 'amount_paise', 'link'] as const

const Row = z.object({
  id: z.string(),
  entry_number: z.int(),
  day: z.string(),
  text: z.string(),
  amount_paise: PaiseNumber,
  link: z.string().nullable(),
})

export function toCommunityPayout(row: unknown): CommunityPayout {
  const { id, entry_number, day, text, amount_paise, link } = Row.parse(row)
  return { _id: id, entry: entry_number, day, for: text, amount: amount_paise, ...(link === null ? {} : { link }) }
}

export async function listCommunityPayouts(db: Db, page?: number) {
  const all = db.selectFrom('community_payouts')
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(all), (limit, offset) =>
    all.select(communityColumns).orderBy('entry_number', 'desc').limit(limit).offset(offset).execute(),
  )
  return { payouts: rows.map(toCommunityPayout), ...paging }
}

const findOne = async (tx: Tx, entry: number) =>
  toCommunityPayout(
    await tx
      .selectFrom('community_payouts')
      .select(communityColumns)
      .where('entry_number', '=', entry)
      .executeTakeFirstOrThrow(),
  )

/** What is left of the community share, in paise. */
async function leftToGive(tx: Tx): Promise<Paise> {
  const { collected, given } = await tx
    .selectFrom('ledger_sums')
    .select([
      sql<Paise>`cast(coalesce(sum(community_paise), 0) as bigint)`.as('collected'),
      sql<Paise>`cast(coalesce(sum(given_paise), 0) as bigint)`.as('given'),
    ])
    .executeTakeFirstOrThrow()
  return minus(collected, given)
}

/** Enters a payment to a community. Throws MORE_THAN_IS_LEFT, KEY_REUSED, and BAD_INPUT for a future day. */
export async function addCommunityPayout(deps: Deps, by: ByHand, input: NewCommunityPayout) {
  checkDate(deps)
  if (input.day > indianDay(deps.now())) throw badInput({ day: message('COMMUNITY_DAY_TO_COME') })
  return transact(deps, (tx) => give(deps, tx, by, input, false))
}

/** How a payment to a community is entered that a second person has agreed to. */
export const agreedCommunityPayout = askedAct(NewCommunityPayout, {
  lock: takeLedgerTurn,
  carryOut: (deps, tx, input, { who, key }) => give(deps, tx, { who, key }, input, true),
})

async function give(deps: Deps, tx: Tx, by: ByHand, input: NewCommunityPayout, isAgreed: boolean) {
  const checkLeft = async () => {
    const left = await leftToGive(tx)
    if (input.amount > left) throw moreThanIsLeft({ left })
  }
  const ask = async () => {
    await checkLeft()
    return askSecondYes(deps, tx, {
      ...{ kind: 'community payout', who: by.who, key: by.key, input, shape: NewCommunityPayout },
      ...{ amountPaise: input.amount, summary: `${formatRupees(input.amount)} of the community share: ${input.for}` },
      facts: { Day: input.day, Link: input.link ?? '' },
    })
  }
  const entered = await enterOnce(
    tx,
    by,
    { given: input },
    {
      ask: isAgreed ? undefined : ask,
      async enter() {
        await checkLeft()
        return enterPayout(tx, by.who, input, deps.now())
      },
    },
  )
  if ('waiting' in entered) return waits(entered.waiting)
  const payout = await findOne(tx, entered.entry)
  return { message: message('COMMUNITY_PAYOUT_ENTERED', { amount: payout.amount }), payout }
}

/** Gives the entry's number. */
async function enterPayout(tx: Tx, who: Principal, input: NewCommunityPayout, at: Date) {
  const community = minus(NO_MONEY, input.amount)
  const entry = await appendOne(tx, at, { ...NO_ENTRY, kind: 'payout', community })
  const seller_email = await recordAct(tx, {
    ...{ who, at, action: 'ledger.community-given', subject: String(entry) },
    summary: `${formatRupees(input.amount)} of the community share given: ${input.for}`,
  })
  const { day, for: text, amount: amount_paise, link } = input
  await tx
    .insertInto('community_payouts')
    .values({ id: newId(), entry_number: entry, day, text, amount_paise, link: link || null, seller_email })
    .execute()
  return entry
}
