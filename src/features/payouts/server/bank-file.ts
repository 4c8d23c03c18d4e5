import { recordExport } from '#features/audit/server/audit.service.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { type CsvCell, csvFile } from '#kernel/http/csv.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import { writeRupees } from '#shared/money.ts'
import { nothingOpen, payoutRunNotFound, runWaits } from '../payouts.contract.ts'
import { checkUnlocked } from './lock.ts'
import { readAccount } from './read-account.ts'
import { isWaiting } from './waiting-run.ts'

/** New columns come last: banks may read them by place. */
const heading = [
  'mode',
  'beneficiary',
  'account number',
  'IFSC',
  'bank',
  'UPI ID',
  'amount',
  'remarks',
  'account check',
]
const kinds = { amount: 'amount' } as const

/**
 * The open payouts of a run, with whole account numbers. Sent ones are left out, so a second file pays nobody twice. The audit log notes who fetched
 * it. Throws PAYOUT_RUN_NOT_FOUND, NOTHING_OPEN, RUN_WAITS, PAYOUTS_LOCKED.
 */
export async function readBankRows(deps: Deps, who: Principal, run: number) {
  const { db, config } = deps
  await checkUnlocked(db)
  const made = await db.selectFrom('payout_runs').select('number').where('number', '=', run).executeTakeFirst()
  if (!made) throw payoutRunNotFound()
  const open = await db
    .selectFrom('payouts')
    .select(['account', 'amount_paise'])
    .where('run', '=', run)
    .where('state', '=', 'open')
    .orderBy('producer_name')
    .orderBy('id')
    .execute()
  if (open.length === 0) throw (await isWaiting(db, run)) ? runWaits() : nothingOpen()
  const rows = open.map(({ account, amount_paise }): CsvCell[] => {
    const to = readAccount(account)
    if (!to) throw new Error(`a payout of run ${run} is open and has no account`)
    const where =
      to.kind === 'bank'
        ? ['NEFT', to.holder, to.accountNumber, to.ifsc, to.bank, '']
        : ['UPI', to.holder, '', '', '', to.upi]
    const check = to.kind === 'bank' ? accountCheck(to.accountNumber) : ''
    return [...where, writeRupees(amount_paise), `${config.storeName} payout ${run}`, check]
  })
  const summary = `Bank file of payout run ${run} fetched, with ${open.length} account numbers`
  await recordExport(deps, who, { action: 'payout.bank-file', subject: String(run), summary })
  return { name: `payout-run-${run}`, rows }
}

/** "14 digits, ends in 4417": true even where a spreadsheet dropped zeros or rounded. */
const accountCheck = (number: string) =>
  `${number.length} ${/^\d+$/.test(number) ? 'digits' : 'characters'}, ends in ${number.slice(-4)}`

type BankRows = Awaited<ReturnType<typeof readBankRows>>

async function* inOnePart(rows: readonly (readonly CsvCell[])[]) {
  yield rows
}

export const bankFileAsCsv = ({ name, rows }: BankRows) => csvFile(`${name}.csv`, heading, inOnePart(rows))
export const bankFileAsXlsx = ({ name, rows }: BankRows) =>
  xlsxFile(`${name}.xlsx`, { heading, kinds, rows: inOnePart(rows) })
