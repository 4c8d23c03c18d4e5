import { extractText, getDocumentProxy } from 'unpdf'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getMyInvoice, getSellerInvoice } from '#features/invoices/invoices.contract.ts'
import { getLedger } from '#features/ledger/ledger.contract.ts'
import { getMyOrderEntries } from '#features/ledger/order-entries.contract.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { getMyOrder, getSellerOrder, listAllOrders, listMyOrders } from '#features/orders/orders.contract.ts'
import { trackParcel } from '#features/orders/parcels/track.contract.ts'
import { getPayoutRun, listPayoutRuns, listPayouts } from '#features/payouts/payouts.contract.ts'
import { getStatement } from '#features/payouts/statements.contract.ts'
import { addMaker, giveAccount, owe, run } from '#features/payouts/testing/payouts.ts'
import { listApplications } from '#features/producers/producers.contract.ts'
import { application } from '#features/producers/testing/application.ts'
import { listMyReturns, listReturns } from '#features/returns/returns.contract.ts'
import { returnShop } from '#features/returns/testing/returns.ts'
import { INVENTED } from '#kernel/config.ts'
import { noteDemoMonth } from '#kernel/db/demo-month.ts'

let place: Awaited<ReturnType<typeof returnShop>>
let maker: string
beforeEach(async () => {
  place = await returnShop()
  maker = await addMaker(place.shop.deps, 'Asha')
  await giveAccount(place.seller, maker)
})
afterEach(() => place.shop.close())

/** What is marked, of everything that there is of an order and a payout of its money. */
async function live() {
  const { shop, seller } = place
  const order = await place.delivered()
  await place.asked(order)
  await writeLedger(shop.deps)
  await owe(shop.deps, maker, 1000_00)
  expect((await run(seller)).statusCode).toBe(200)
  return { id: order.id, marks: () => marksOf(order.id) }
}

async function marksOf(id: string) {
  const { shop, seller, shopper } = place
  const params = { id }
  const isOf = (one: { _id: string }) => one._id === id
  const { order } = await shopper.api(getMyOrder, { params })
  const [token = ''] = order.parcels.map(({ trackPath }) => trackPath.split('/').at(-1))
  const ofRun = (await seller.api(listPayouts, {})).payouts
  return {
    order,
    lists: [
      (await shopper.api(listMyOrders)).orders.find(isOf),
      (await seller.api(listAllOrders, { query: { page: '1' } })).orders.find(isOf),
      (await seller.api(getSellerOrder, { params })).order,
    ],
    track: (await shop.browser().api(trackParcel, { params: { token } })).parcel,
    papers: [
      (await shopper.api(getMyInvoice, { params })).invoice,
      (await seller.api(getSellerInvoice, { params })).invoice,
    ],
    returns: [
      (await shopper.api(listMyReturns, { query: { order: id } })).returns[0],
      (await seller.api(listReturns, { query: { order: id } })).returns[0],
    ],
    entries: (await shopper.api(getMyOrderEntries, { params })).order,
    payouts: ofRun,
  }
}

const demoOf = (of: { demo?: true | undefined } | undefined) => of?.demo
const flat = ({ order, lists, track, papers, returns, entries }: Awaited<ReturnType<typeof marksOf>>) =>
  [order, ...lists, track, ...papers, ...returns, entries].map(demoOf)
const ALL = Array.from({ length: 10 }, () => true)
const NONE = ALL.map(() => undefined)

const lastOf = async (table: 'orders' | 'invoices' | 'ledger_entries' | 'payout_runs') => {
  const { last } = await place.shop.db
    .selectFrom(table)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last)
}
const noteMonth = async () =>
  noteDemoMonth(place.shop.db, {
    ...{ orders: await lastOf('orders'), invoices: await lastOf('invoices'), creditNotes: 0 },
    ...{ entries: await lastOf('ledger_entries'), runs: await lastOf('payout_runs') },
  })
const pdfText = async (url: string) => {
  const { rawPayload, statusCode } = await place.seller.send({ method: 'GET', url })
  expect(statusCode).toBe(200)
  return (await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })).text
}

it('all that the demo’s month holds is marked, and nothing that comes after it', async () => {
  const { shop, seller } = place
  const invented = await live()
  expect(flat(await invented.marks()), 'a shop without the month').toEqual(NONE)
  expect((await shop.browser().api(getLedger)).ledger.demo).toBeUndefined()
  await noteMonth()
  expect(flat(await invented.marks())).toEqual(ALL)

  const real = await live()
  expect(flat(await real.marks())).toEqual(NONE)
  expect(flat(await invented.marks())).toEqual(ALL)

  const { runs } = await seller.api(listPayoutRuns, {})
  expect(runs.map(({ number, demo }) => [number, demo])).toEqual([
    [2, undefined],
    [1, true],
  ])
  expect((await seller.api(getPayoutRun, { params: { id: '1' } })).demo).toBe(true)
  const { payouts } = await seller.api(listPayouts, {})
  expect(payouts.map(({ run: number, demo }) => [number, demo])).toEqual([
    [2, undefined],
    [1, true],
  ])
  const statements = await Promise.all(
    payouts.map(async ({ _id }) => (await seller.api(getStatement, { params: { id: _id } })).statement.demo),
  )
  expect(statements).toEqual([undefined, true])
  const { ledger } = await shop.browser().api(getLedger)
  expect([ledger.demo, ledger.numbers?.demo]).toEqual([true, true])

  const words = 'Invented, part of the demo'
  expect(await pdfText(`/api/order/seller/${invented.id}/invoice.pdf`)).toContain(words)
  expect(await pdfText(`/api/order/seller/${real.id}/invoice.pdf`)).not.toContain(words)
  expect(await pdfText(`/api/payout/${payouts[1]?._id}/statement.pdf`)).toContain(words)
  expect(await pdfText(`/api/parcel/print.pdf?what=labels&orders=${invented.id}`)).toMatch(/Demo #\d+/)
  expect(await pdfText(`/api/parcel/print.pdf?what=slips&orders=${invented.id}`)).toMatch(/Demo order #\d+/)
})

it('marks end with the month, also in a shop that goes on', async () => {
  const invented = await live()
  await noteMonth()
  expect(flat(await invented.marks())).toEqual(ALL)
  await place.shop.db.deleteFrom('shop_notes').where('key', '=', 'demo-month').execute()
  expect(flat(await invented.marks())).toEqual(NONE)
})

it('an application is marked by its invented address', async () => {
  const { shop, seller } = place
  for (const email of [`bidri${INVENTED}`, 'maker@example.com'])
    await shop.browser().send({ method: 'POST', url: '/api/producer/submit', payload: { ...application, email } })
  const { applications } = await seller.api(listApplications, { query: { status: 'pending' } })
  expect(new Map(applications.map(({ email, demo }) => [email, demo]))).toEqual(
    new Map([
      [`bidri${INVENTED}`, true],
      ['maker@example.com', undefined],
    ]),
  )
})
