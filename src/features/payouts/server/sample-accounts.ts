import type { Db } from '#kernel/db/database.ts'
import { oneAfterTheOther } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import { PayoutAccount } from '../payouts.account.ts'
import { enterAccount } from './accounts.ts'

/** One sample producer in three has a UPI ID. */
const UPI_EVERY = 3

/** No bank has this code, no payment app this handle. */
const accountOf = (id: string, name: string, place: number) =>
  PayoutAccount.parse(
    place % UPI_EVERY === 0
      ? { kind: 'upi', holder: name, upi: `${id}@haatdemo` }
      : {
          ...{ kind: 'bank', holder: name, bank: 'Demo Bank', ifsc: 'DEMO0000000' },
          accountNumber: String(place).padStart(12, '0'),
        },
  )

/** Sample producers that never had an account. */
const withoutAccount = (db: Db) =>
  db
    .selectFrom('producers as producer')
    .leftJoin('payout_accounts', 'payout_accounts.producer_id', 'producer.id')
    .select(['producer.id', 'producer.name'])
    .where('producer.demo', '=', 1)
    .where('payout_accounts.producer_id', 'is', null)
    .orderBy('producer.id')

/** Gives accounts for a demo's runs. One that somebody changed or removed stays so. */
export async function giveSampleAccounts({ db, now }: Pick<Deps, 'db' | 'now'>) {
  if (!(await withoutAccount(db).executeTakeFirst())) return
  // Several processes may start on one database.
  await oneAfterTheOther(db, 'demo-accounts', async (tx) => {
    for (const [index, { id, name }] of (await withoutAccount(tx).execute()).entries())
      await enterAccount(tx, id, accountOf(id, name, index + 1), now(), async () => 'the demo')
  })
}
