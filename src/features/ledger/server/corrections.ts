import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { producerNotFound } from '#features/producers/producers.contract.ts'
import { largerSide } from '#features/second-yes/second-yes.rules.ts'
import { askSecondYes, waits } from '#features/second-yes/server/ask-second-yes.ts'
import { askedAct } from '#features/second-yes/server/asked-act.ts'
import { transact } from '#kernel/background.ts'
import { checkDate } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { indianMonth } from '#shared/day.ts'
import { formatRupees, NO_MONEY, plus, sumOf } from '#shared/money.ts'
import type { Amounts } from '../ledger.amounts.ts'
import { CorrectionInput } from '../ledger.contract.ts'
import { message } from '../ledger.messages.ts'
import { amountKeys, amountNames } from '../ledger.words.ts'
import { appendOne, type ByHand, enterOnce } from './enter-once.ts'
import { NO_ENTRY, takeLedgerTurn } from './entries.ts'
import { plusSums, toSums } from './sums-answer.ts'

const PER_PAGE = 25

const corrections = (db: Db) => db.selectFrom('ledger_entries').where('kind', '=', 'correction')

const withProducer = (db: Db) =>
  corrections(db)
    .leftJoin('ledger_makers', 'ledger_makers.number', 'ledger_entries.maker_number')
    .leftJoin('producers as producer', 'producer.id', 'ledger_makers.producer_id')
    .selectAll('ledger_entries')
    .select(['producer.id as producer_id', 'producer.name as producer_name'])

type Row = Awaited<ReturnType<ReturnType<typeof withProducer>['executeTakeFirstOrThrow']>>

function toCorrection(row: Row) {
  const { shares, tax } = toSums({ ...row, sales: 0, returns: 0 })
  const { producer_id: _id, producer_name: name } = row
  return {
    entry: row.number,
    at: new Date(row.at),
    reason: row.reason ?? '',
    ...(_id !== null && name !== null ? { producer: { _id, name } } : {}),
    ...{ shares, tax },
  }
}

export async function listCorrections(db: Db, page?: number) {
  const { rows, ...paging } = await readPage({ page, limit: PER_PAGE }, countRows(corrections(db)), (limit, offset) =>
    withProducer(db).orderBy('ledger_entries.number', 'desc').limit(limit).offset(offset).execute(),
  )
  return { corrections: rows.map(toCorrection), ...paging }
}

const amountsOf = ({ maker, costs, producerShare, community, shop, tax }: CorrectionInput): Amounts => ({
  maker: maker ?? NO_MONEY,
  costs: costs ?? NO_MONEY,
  producer: producerShare ?? NO_MONEY,
  community: community ?? NO_MONEY,
  shop: shop ?? NO_MONEY,
  tax: tax ?? NO_MONEY,
})

/** Throws PRODUCER_NOT_FOUND for one that was never approved. */
async function findProducer(db: Db, id: string | undefined) {
  if (id === undefined) return undefined
  const row = await db.selectFrom('producers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!row) throw producerNotFound()
  return { _id: row.id, name: row.name }
}

/** The sums of this month that a correction changes, before and after. Throws PRODUCER_NOT_FOUND. */
export async function previewCorrection({ db, now }: Deps, input: CorrectionInput) {
  const producer = await findProducer(db, input.producer)
  const month = indianMonth(now())
  const rows = await db
    .selectFrom('ledger_sums')
    .leftJoin('ledger_makers', 'ledger_makers.number', 'ledger_sums.maker_number')
    .selectAll('ledger_sums')
    .where('month', '=', month)
    .where('unstated', '=', 0)
    .where((sums) =>
      producer ? sums('ledger_makers.producer_id', '=', producer._id) : sums('ledger_sums.maker_number', '=', 0),
    )
    .execute()
  const { tax, ...shares } = amountsOf(input)
  const change = { shares, tax, sales: 0, returns: 0 }
  const before = rows.map(toSums).reduce(plusSums, toSums(undefined))
  const after = plusSums(before, {
    ...change,
    toMakers: plus(shares.maker, shares.producer),
    total: sumOf(Object.values(shares)),
  })
  return { month, ...(producer ? { producer } : {}), before, after }
}

/** Throws PRODUCER_NOT_FOUND, KEY_REUSED. */
export async function addCorrection(deps: Deps, by: ByHand, input: CorrectionInput) {
  checkDate(deps)
  return transact(deps, (tx) => correct(deps, tx, by, input, false))
}

/** How a correction is entered that a second person has agreed to. */
export const agreedCorrection = askedAct(CorrectionInput, {
  lock: takeLedgerTurn,
  carryOut: (deps, tx, input, { who, key }) => correct(deps, tx, { who, key }, input, true),
})

async function correct(deps: Deps, tx: Tx, by: ByHand, input: CorrectionInput, isAgreed: boolean) {
  const at = deps.now()
  const producer = await findProducer(tx, input.producer)
  const amounts = amountsOf(input)
  const reason = input.source ? `${input.reason}. Money: ${input.source}` : input.reason
  const shown = amountKeys.map((key) => [amountNames[key], amounts[key] === 0 ? '' : formatRupees(amounts[key])])
  const facts = { Maker: producer?.name ?? '', ...Object.fromEntries(shown) }
  const ask = () =>
    askSecondYes(deps, tx, {
      ...{ kind: 'correction', who: by.who, key: by.key, input, shape: CorrectionInput },
      ...{ amountPaise: largerSide(Object.values(amounts)), summary: `Correction of the ledger: ${reason}`, facts },
    })
  const entered = await enterOnce(
    tx,
    by,
    { corrected: input },
    {
      ask: isAgreed ? undefined : ask,
      async enter() {
        const producerId = producer?._id ?? null
        const number = await appendOne(tx, at, { ...NO_ENTRY, ...amounts, kind: 'correction', producerId, reason })
        const summary = `Ledger corrected by entry ${number}: ${reason}`
        const changes = changesBetween({}, facts)
        await recordAct(tx, { who: by.who, at, action: 'ledger.corrected', subject: String(number), summary, changes })
        return number
      },
    },
  )
  if ('waiting' in entered) return waits(entered.waiting)
  const row = await withProducer(tx).where('ledger_entries.number', '=', entered.entry).executeTakeFirstOrThrow()
  return { message: message('CORRECTION_ENTERED', { entry: row.number }), correction: toCorrection(row) }
}
