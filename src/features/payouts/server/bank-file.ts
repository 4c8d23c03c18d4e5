import type { Db } from '#kernel/db/database.ts'
import { type CsvCell, csvFile } from '#kernel/http/csv.ts'
import { writeRupees } from '#shared/money.ts'
import { nothingOpen, payoutRunNotFound } from '../payouts.contract.ts'
import { checkUnlocked } from './lock.ts'
import { readAccount } from './read-account.ts'

const heading = ['mode', 'beneficiary', 'account number', 'IFSC', 'bank', 'UPI ID', 'amount', 'remarks']

/**
 * What is open of a run, a row each with whole account numbers: what the bank has paid already is not in it, so that a file that is
 * fetched again pays nobody twice. Throws PAYOUT_RUN_NOT_FOUND, NOTHING_OPEN, PAYOUTS_LOCKED.
 */
export async function writeBankFile(db: Db, storeName: string, run: number) {
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
  if (open.length === 0) throw nothingOpen()
  const rows = open.map(({ account, amount_paise }): CsvCell[] => {
    const to = readAccount(account)
    if (!to) throw new Error(`a payout of run ${run} is open and has no account`)
    const where =
      to.kind === 'bank'
        ? ['NEFT', to.holder, to.accountNumber, to.ifsc, to.bank, '']
        : ['UPI', to.holder, '', '', '', to.upi]
    return [...where, writeRupees(amount_paise), `${storeName} payout ${run}`]
  })
  async function* parts() {
    yield rows
  }
  return csvFile(`payout-run-${run}.csv`, heading, parts())
}
