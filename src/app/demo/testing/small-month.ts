import { addAddress } from '#features/addresses/addresses.contract.ts'
import { register } from '#features/auth/auth.contract.ts'
import { seedDemoCatalogue } from '#features/catalog/server/demo-catalogue.ts'
import { writePapers } from '#features/invoices/server/write-papers.ts'
import { addCommunityPayout } from '#features/ledger/ledger.contract.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveOrder } from '#features/orders/seller-orders.contract.ts'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { giveAccount, run } from '#features/payouts/testing/payouts.ts'
import { submitApplication } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { ask, deliver, photo } from '#features/returns/testing/returns.ts'
import { bookCourierFile } from '#features/shipping/courier-file.contract.ts'
import { courierFileForm } from '#features/shipping/testing/cash-parcels.ts'
import { INVENTED } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { noteDemoMonth } from '#kernel/db/demo-month.ts'
import { DAY_MS } from '#shared/time.ts'
import { anyAddress, sellerSettings, type TestParts, type TestShop, testShop } from '#testing/shop.ts'

/** A demo without a past. Its second product is counted. */
export async function demoShop(parts: TestParts = {}) {
  const shop = await testShop({ ...sellerSettings, DEMO: 'catalogue', PAYOUT_MIN: '1', RETURN_DAYS: '1' }, parts)
  await seedDemoCatalogue(shop.deps)
  const [, counted = ''] = await sampleProducts(shop.db)
  await shop.db.updateTable('products').set({ stock: 20 }).where('id', '=', counted).execute()
  return shop
}

/** A shopper with an address, by e-mail. */
export async function person(shop: TestShop, email: string) {
  const own = shop.browser()
  await own.api(register, { body: { name: 'Meera Iyer', email, password: 'a good password' } })
  const { address } = await own.api(addAddress, { body: { ...anyAddress, email } })
  return { ...own, email, address }
}
export type Person = Awaited<ReturnType<typeof person>>
export type Seller = Awaited<ReturnType<TestShop['seller']>>

/** Products of the sample producers. */
export async function sampleProducts(db: Db) {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('producer_id', 'is not', null)
    .orderBy('name')
    .execute()
  return rows.map(({ id }) => id)
}

let keys = 0
const headers = () => ({ 'idempotency-key': `of the month ${++keys}` })

export const buy = async ({ api, address }: Person, product: string, quantity = 1) =>
  (await api(placeCodOrder, { body: { items: [{ product, quantity }], address: address._id }, headers: headers() }))
    .orderId

export async function buyByCard({ api, address }: Person, product: string) {
  const body = { items: [{ product, quantity: 1 }], address: address._id }
  const { orderId, url } = await api(placeOnlineOrder, { body, headers: headers() })
  await api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })
  return orderId
}

/** What the shop's jobs do after orders. */
export async function settle({ deps }: TestShop) {
  await writePapers(deps)
  await writeLedger(deps)
}

export async function bookFile(seller: Seller, kind: string, text: string) {
  const sent = { method: 'POST' as const, url: '/api/parcel/file', ...(await courierFileForm(text, { kind })) }
  const { _id: id } = (await seller.send(sent)).json()
  await seller.api(bookCourierFile, { params: { id } })
}

const last = async (db: Db, table: 'orders' | 'invoices' | 'credit_notes' | 'ledger_entries' | 'payout_runs') =>
  Number(
    (
      await db
        .selectFrom(table)
        .select(({ fn }) => fn.max('number').as('last'))
        .executeTakeFirstOrThrow()
    ).last ?? 0,
  )

/** Some days of a demo's past, made by the shop's own functions, with its note. */
export async function makeSmallMonth(shop: TestShop) {
  const { db } = shop
  const today = new Date()
  const on = (daysAgo: number) => shop.setClock(new Date(today.getTime() - daysAgo * DAY_MS))
  on(12)
  let seller = await shop.seller()
  const meera = await person(shop, `meera${INVENTED}`)
  const ravi = await person(shop, `ravi${INVENTED}`)
  const [vase = '', ...others] = await sampleProducts(db)
  const [shawl = '', scarf = ''] = others
  for (const { id } of await db.selectFrom('producers').select('id').where('demo', '=', 1).execute())
    await giveAccount(seller, id)
  const sold = [await buy(meera, vase, 2), await buyByCard(meera, shawl), await buy(ravi, shawl, 3)]
  for (const id of sold) await deliver(seller, id)
  const returned = await ask(meera, { order: sold[0] ?? '', items: [{ product: vase, quantity: 1 }] }, [await photo()])
  await settle(shop)
  on(9)
  seller = await shop.seller()
  await run(seller, 'of the month')
  await seller.api(addCommunityPayout, {
    body: { day: '2026-01-02', for: 'A school', amount: 1 },
    headers: headers(),
  })
  on(6)
  seller = await shop.seller()
  // Due, and not paid yet.
  await deliver(seller, await buy(ravi, vase))
  on(3)
  seller = await shop.seller()
  const cancelled = await buyByCard(ravi, scarf)
  await seller.api(moveOrder, { params: { id: cancelled }, body: { status: 'Cancelled' } })
  const sent = await buy(ravi, scarf)
  for (const status of ['Confirmed', 'Packed'] as const)
    await seller.api(moveOrder, { params: { id: sent }, body: { status } })
  await bookFile(seller, 'tracking', `Parcel,AWB\nH${await last(db, 'orders')}-1,EX1\n`)
  await shop.browser().api(submitApplication, { body: { ...application, email: `bina${INVENTED}` } })
  await settle(shop)
  on(0)
  const month = {
    orders: await last(db, 'orders'),
    invoices: await last(db, 'invoices'),
    creditNotes: await last(db, 'credit_notes'),
    entries: await last(db, 'ledger_entries'),
    runs: await last(db, 'payout_runs'),
  }
  await noteDemoMonth(db, month)
  await db.deleteFrom('outbox').execute()
  shop.setClock(undefined)
  return { month, meera, ravi, returned: String(returned.json().return._id), products: [vase, shawl, scarf] as const }
}
