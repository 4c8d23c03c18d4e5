import { type Amounts, NO_AMOUNTS } from '#features/ledger/ledger.amounts.ts'
import { appendEntries, type NewEntry, takeLedgerTurn } from '#features/ledger/server/entries.ts'
import { transact } from '#kernel/background.ts'
import { newId } from '#shared/ids.ts'
import { minus, NO_MONEY, paise, sumOf, times } from '#shared/money.ts'
import { anyAddress, type TestShop } from '#testing/shop.ts'
import type { PayoutAccount } from '../payouts.account.ts'

// A producer with sales in the ledger and payouts of them, without the months that it takes.

export const account: PayoutAccount = {
  kind: 'bank',
  holder: 'Matti Pottery Collective',
  bank: 'SBI',
  accountNumber: '30211234417',
  ifsc: 'SBIN0001234',
}

/** An approved producer; without an address where `email` is empty. */
export async function addProducer(shop: TestShop, { name = 'Matti Pottery Collective', email = 'matti@example.com' }) {
  const id = newId()
  await shop.db
    .insertInto('producers')
    .values({
      ...{ id, name, email, location: 'Khurja', country: 'India', story: 'We throw stoneware.' },
      ...{ profile_image_url: '', cover_image_url: '', years_in_business: 9, specialties: '[]' },
      ...{ mobile_number: '+91 98765 43210', application_id: null, created_at: 0, approved_at: 0, search_text: '' },
    })
    .execute()
  return { id, name, email }
}

/** A delivered order of one line: id, number and salt. */
export async function addDelivered(shop: TestShop, piece: string, deliveredAt: Date, quantity = 1) {
  const [id, ledger_salt] = [newId(), newId()]
  const { number } = await shop.db
    .insertInto('orders')
    .values({
      ...{ id, ledger_salt, user_id: 'somebody', address: JSON.stringify(anyAddress), payment_type: 'Online' },
      ...{ subtotal_paise: paise(100), tax_paise: paise(2), amount_paise: paise(102), status: 'Delivered' },
      ...{ is_paid: 1, created_at: deliveredAt.getTime(), search_text: '' },
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await shop.db
    .insertInto('order_lines')
    .values({
      ...{ order_id: id, position: 0, product_id: newId(), name: piece, category: 'Pottery-Ceramics' },
      ...{ price_paise: paise(100), offer_price_paise: paise(100), net_paise: times(paise(100), quantity) },
      ...{ images: '[]', weight: null, quantity, stock_taken: 0, parcel: 1 },
    })
    .execute()
  await shop.db
    .insertInto('parcels')
    .values({
      ...{ id: newId(), order_id: id, number: 1, sender_id: null, sender: null, status: 'Delivered' },
      ...{ courier: null, tracking_number: null, tracking_key: null, tracking_url: null, cash_paise: NO_MONEY },
      ...{ token: newId(), confirmed_at: 0, delivered_at: deliveredAt.getTime() },
    })
    .execute()
  return { id, number, salt: ledger_salt }
}
export type Delivered = Awaited<ReturnType<typeof addDelivered>>

type Entry = Partial<Omit<NewEntry, keyof Amounts>> &
  Pick<NewEntry, 'kind'> & { maker?: number; profit?: number; of?: Delivered }

/** Enters what a producer gets or gives, in paise. */
export const enter = (shop: TestShop, producerId: string, at: Date, entries: readonly Entry[]) =>
  transact(shop.deps, async (tx) => {
    await takeLedgerTurn(tx)
    return appendEntries(
      tx,
      at,
      entries.map(({ maker = 0, profit = 0, of, ...entry }) => ({
        ...{ ...NO_AMOUNTS, maker: paise(maker), producer: paise(profit), quantity: 0 },
        ...{ producerId, order: of ? { id: of.id, salt: of.salt } : null, line: of ? 1 : null },
        ...entry,
      })),
    )
  })

/** A run at this time that pays a producer all that is not paid yet; gives the payout's id. */
export async function payAll(shop: TestShop, producer: { id: string; name: string }, madeAt: Date, to = account) {
  const id = newId()
  const dues = shop.db.selectFrom('ledger_dues').where('producer_id', '=', producer.id).where('payout_id', 'is', null)
  const amount_paise = sumOf((await dues.select('amount_paise').execute()).map((due) => due.amount_paise))
  await shop.db
    .updateTable('ledger_dues')
    .set({ payout_id: id })
    .where('producer_id', '=', producer.id)
    .where('payout_id', 'is', null)
    .execute()
  const { runs } = await shop.db
    .selectFrom('payout_runs')
    .select(({ fn }) => fn.countAll<number>().as('runs'))
    .executeTakeFirstOrThrow()
  const [last] = await enter(shop, producer.id, madeAt, [
    { kind: 'payout', profit: minus(NO_MONEY, amount_paise), payoutId: id },
  ])
  if (!last) throw new Error('the payout was not entered')
  const run = runs + 1
  await shop.db
    .insertInto('payout_runs')
    .values({ number: run, key: newId(), made_at: madeAt.getTime(), seller_email: 'seller@example.com' })
    .execute()
  await shop.db
    .insertInto('payouts')
    .values({
      ...{ id, run, producer_id: producer.id, producer_name: producer.name, amount_paise, state: 'open' },
      ...{ account: JSON.stringify(to), reference: null, reason: null, ended_at: null, seller_email: null },
      ...{ last_number: last.number, last_hash: last.hash },
    })
    .execute()
  return id
}

const on = (day: number) => new Date(Date.UTC(2026, 10, day, 6, 30))

/** The statement of the drawings: six sales and a return, of run 1. */
export async function drawnStatement(shop: TestShop) {
  const producer = await addProducer(shop, {})
  const sales = [
    ['Speckled Stoneware Mugs, Set of Two', 10, 1, 560_00, 314_50],
    ['Terracotta Planter with Saucer', 11, 1, 480_00, 272_00],
    ['Dip-Glazed Stoneware Vase', 12, 2, 1640_00, 901_00],
    ['Celadon Tea Set, Pot and Three Bowls', 13, 1, 1520_00, 926_50],
    ['Speckled Stoneware Mugs, Set of Two', 14, 2, 1120_00, 629_00],
    ['Dip-Glazed Stoneware Vase', 14, 1, 820_00, 450_50],
  ] as const
  for (const [name, day, quantity, maker, profit] of sales) {
    const of = await addDelivered(shop, name, on(day), quantity)
    await enter(shop, producer.id, on(day), [{ kind: 'sale', of, quantity, maker, profit }])
  }
  const returned = await addDelivered(shop, 'Speckled Stoneware Mugs, Set of Two', on(3))
  await enter(shop, producer.id, on(15), [
    { kind: 'return', of: returned, quantity: -1, maker: -560_00, profit: -314_50 },
  ])
  return { producer, payoutId: await payAll(shop, producer, on(22)), returned }
}
