import { NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { toColumns } from '#features/producers/server/producers.service.ts'
import { application } from '#features/producers/testing/application.ts'
import { proveAgain } from '#features/second-factor/second-factor.contract.ts'
import { transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop } from '#testing/shop.ts'
import type { PayoutAccount } from '../payouts.account.ts'
import { setPayoutAccount } from '../payouts.contract.ts'

export type Seller = Awaited<ReturnType<TestShop['seller']>>
type Shop = Pick<Deps, 'db' | 'jobs' | 'now'>

export const bankAccount = {
  kind: 'bank' as const,
  holder: 'Matti Pottery Collective',
  bank: 'SBI',
  accountNumber: '30004567894417',
  ifsc: 'SBIN0001234',
}
export const upiAccount: PayoutAccount = { kind: 'upi', holder: 'Charkha Weavers', upi: 'charkha@upi' }

/** An approved producer. */
export async function addMaker({ db }: Pick<Shop, 'db'>, name: string) {
  const id = newId()
  const row = { ...toColumns({ ...application, specialties: ['clay'], name, email: `${id}@example.com` }) }
  await db
    .insertInto('producers')
    .values({
      ...{ id, ...row, application_id: null, created_at: 1, approved_at: 1 },
    })
    .execute()
  return id
}

interface Owed {
  /** In milliseconds; at once without it. */
  dueAt?: number
  order?: { id: string; line: number }
}

/** Enters a sale, or with an amount below 0 a return, of which a producer gets so many paise. */
export function owe(shop: Shop, producerId: string, amountPaise: number, { dueAt, order }: Owed = {}) {
  return transact(shop, async (tx) => {
    await takeLedgerTurn(tx)
    const [quantity, kind] = amountPaise < 0 ? [-1, 'return' as const] : [1, 'sale' as const]
    await appendEntries(tx, shop.now(), [
      {
        ...{ ...NO_AMOUNTS, kind, producerId, quantity, maker: paise(amountPaise) },
        ...{ order: order ? { id: order.id, salt: 'salt' } : null, line: order?.line ?? null },
        ...(dueAt === undefined ? {} : { dueAt }),
      },
    ])
  })
}

/** Enters where a producer is paid, as the seller does. */
export const giveAccount = (seller: Seller, producer: string, account: PayoutAccount | null = bankAccount) =>
  seller.api(setPayoutAccount, {
    params: { producer },
    body: { account, currentPassword: sellerSettings.SELLER_PASSWORD },
  })

/** Opens for ten minutes what needs the password: the bank's file, too. */
export const prove = (seller: Pick<Seller, 'api'>) =>
  seller.api(proveAgain, { body: { currentPassword: sellerSettings.SELLER_PASSWORD } })

/** As ten minutes later: what moves money asks again. */
export const unprove = ({ db }: Pick<TestShop, 'db'>) =>
  db.updateTable('sessions').set({ proved_until: null }).execute()

/** Makes a run; gives the answer as it comes. */
export const run = (
  { send }: Pick<Seller, 'send'>,
  key = newId(),
  currentPassword: string = sellerSettings.SELLER_PASSWORD,
) =>
  send({
    ...{ method: 'POST', url: '/api/payout/run', headers: { 'idempotency-key': key } },
    payload: { currentPassword },
  })

/** A shop with two producers who have an account and 1,000 rupees due each. */
export async function shopWithDues(shop: TestShop) {
  const seller = await shop.seller()
  const [asha, ravi] = [await addMaker(shop.deps, 'Asha'), await addMaker(shop.deps, 'Ravi')]
  for (const maker of [asha, ravi]) {
    await giveAccount(seller, maker, maker === asha ? bankAccount : upiAccount)
    await owe(shop.deps, maker, 1000_00)
  }
  return { seller, asha, ravi }
}
