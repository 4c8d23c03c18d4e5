import { fileURLToPath } from 'node:url'
import { demoShoppersAddress } from '#features/account/server/demo-shopper.ts'
import { addAddress } from '#features/addresses/server/addresses.service.ts'
import { addInventedShopper } from '#features/auth/server/invented-shoppers.ts'
import { writePapers } from '#features/invoices/server/write-papers.ts'
import { addCommunityPayout } from '#features/ledger/server/community-payouts.ts'
import { writeLedger } from '#features/ledger/server/write-ledger.ts'
import { tellSeller } from '#features/mails/server/shop-mails.ts'
import { changeParcel } from '#features/orders/parcels/server/change-parcel.ts'
import { moveParcels } from '#features/orders/parcels/server/move-parcels.ts'
import { bookCash } from '#features/orders/parcels/server/parcel-cash.ts'
import { placeCodOrder } from '#features/orders/place/server/place-order.ts'
import { markCashReceived } from '#features/orders/server/cash-received.ts'
import { cancelOrderOfShopper, moveOrder } from '#features/orders/server/move-order.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { payTestCheckoutRow } from '#features/payments/server/built-in-gateway.ts'
import { settle } from '#features/payments/server/mark-paid.ts'
import { placeOnlineOrder } from '#features/payments/server/payments.service.ts'
import { paymentsJob } from '#features/payments/server/sweep.ts'
import { makeRun } from '#features/payouts/server/make-run.ts'
import { markRunSent } from '#features/payouts/server/send-run.ts'
import { submitApplication } from '#features/producers/server/applications.ts'
import { moveReturn } from '#features/returns/server/answer-return.ts'
import { askReturn } from '#features/returns/server/ask-return.ts'
import { settleReturns } from '#features/returns/server/settle-returns.ts'
import { transact } from '#kernel/background.ts'
import { demoShopper } from '#kernel/config.ts'
import type { Deps } from '#kernel/deps.ts'
import { type Principal, principalOf } from '#kernel/guard/principals.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { fromRupees, minus, toRupees } from '#shared/money.ts'
import { createRandom } from '#shared/random.ts'
import { type Invented, inventedShoppers, waitingApplication } from './people.ts'
import { momentOf, type OfficeAct, type OrderAct, type PlannedOrder, planMonth } from './plan-month.ts'

const photo = (name: string) => fileURLToPath(new URL(`../../../catalogue/returns/${name}.jpg`, import.meta.url))

/** Reasons for returns, by the fate of the order. */
const complaints: Partial<Record<NonNullable<PlannedOrder['fate']>, { photo: string; reason: string }>> = {
  'given back': { photo: 'mug-with-a-crack', reason: 'One of the two mugs has a crack from the rim down to the foot' },
  'coming back': { photo: 'scarf-with-a-stain', reason: 'There is a pale stain in the middle, as large as a hand' },
  'asked today': { photo: 'vase-with-a-chip', reason: 'A piece has broken off the rim on the way' },
}

const MISSING_CASH = fromRupees(100)
const COMMUNITY = { for: 'School books for 40 children of weavers in Maheshwar', amount: fromRupees(500), link: '' }

interface Shopper {
  id: string
  address: string
}

/**
 * Lives through the month in an empty demo shop, by the functions that people use. `setClock` sets the time; `deps` sends nothing and has
 * no jobs.
 */
export async function liveMonth(deps: Deps, setClock: (to: Date) => void, now: Date) {
  const today = startOfIndianDay(indianDay(now))
  const { products, who } = await whatThereIs(deps)
  const weekday = new Date(`${indianDay(now)}T00:00:00Z`).getUTCDay()
  const sold = products.filter(({ in_stock }) => in_stock === 1)
  const { orders, steps } = planMonth(
    sold.map(({ name, offer_price_paise }) => ({ name, rupees: toRupees(offer_price_paise) })),
    weekday,
  )
  const [ours, ...others] = await addShoppers(deps)
  const shopperOf = ({ shopper }: PlannedOrder) => (shopper === undefined ? ours : others[shopper]) ?? ours
  const acts = actsIn(deps, { who, orders, shopperOf, ids: new Map(sold.map(({ id, name }) => [name, id])) })
  for (const step of steps) {
    setClock(momentOf(step.when, now, today))
    if ('orders' in step) await acts.orders[step.act](step.orders)
    else await acts.office[step.act]()
    if ('orders' in step && step.act === 'placed') await writePapers(deps)
    else await keepBooks(deps)
  }
  setClock(now)
  await keepBooks(deps)
  await tellSeller({ ...deps, config: { ...deps.config, shopMails: 'none' } })
}

async function whatThereIs({ db }: Deps) {
  const products = await db
    .selectFrom('products')
    .select(['id', 'name', 'offer_price_paise', 'in_stock'])
    .orderBy('number')
    .execute()
  const { id } = await db.selectFrom('sellers').select('id').executeTakeFirstOrThrow()
  return { products, who: principalOf('seller', id) }
}

/** What the shop does by itself. */
async function keepBooks(deps: Deps) {
  await paymentsJob(deps).work(() => false)
  await writePapers(deps)
  await settleReturns(deps)
  await writeLedger(deps)
}

/** The demo's shopper comes first; that account may be there already. */
async function addShoppers(deps: Deps): Promise<[Shopper, ...Shopper[]]> {
  const live = async (id: string, address: Invented['address']) => ({
    id,
    address: (await addAddress(deps, id, address)).address._id,
  })
  const known = await deps.db
    .selectFrom('users')
    .innerJoin('addresses', 'addresses.user_id', 'users.id')
    .select(['users.id', 'addresses.id as address'])
    .where('users.email', '=', demoShopper.email)
    .executeTakeFirst()
  const ours = known ?? (await live(await addInventedShopper(deps.db, demoShopper, deps.now()), demoShoppersAddress))
  const others: Shopper[] = []
  for (const { address, ...person } of inventedShoppers)
    others.push(await live(await addInventedShopper(deps.db, person, deps.now()), address))
  return [ours, ...others]
}

interface Month {
  who: Principal
  orders: readonly PlannedOrder[]
  shopperOf: (order: PlannedOrder) => Shopper
  ids: ReadonlyMap<string, string>
}

function actsIn(deps: Deps, { who, orders, shopperOf, ids }: Month) {
  const { db } = deps
  const random = createRandom(1)
  const placed = new Map<number, { id: string; checkout?: string }>()
  const returns = new Map<number, string>()

  function find<Of>(known: ReadonlyMap<number, Of>, order: number) {
    const found = known.get(order)
    if (found === undefined) throw new Error(`order ${order} of the demo's month is not that far yet`)
    return found
  }
  const idOf = (order: number) => find(placed, order).id
  const planOf = (order: number) => {
    const plan = orders[order]
    if (!plan) throw new Error(`the demo's month has no order ${order}`)
    return plan
  }
  const each = (act: (order: number) => Promise<unknown>) => async (of: readonly number[]) => {
    for (const order of of) await act(order)
  }
  const move = (to: Parameters<typeof moveParcels>[2]['to'], good?: boolean) => async (of: readonly number[]) => {
    const { results } = await moveParcels(deps, who, { orders: of.map(idOf), to, good })
    const refused = results.find(({ ok }) => !ok)
    if (refused) throw new Error(`the demo's month: ${refused.message}`)
  }
  const itemsOf = ({ items }: PlannedOrder) =>
    items.flatMap(({ product, quantity }) => ({ product: ids.get(product) ?? '', quantity }))
  const parcelsOf = (order: number) =>
    db.selectFrom('parcels').selectAll().where('order_id', '=', idOf(order)).orderBy('number').execute()

  const forOrders: Record<OrderAct, (of: readonly number[]) => Promise<unknown>> = {
    placed: each(async (order) => {
      const plan = planOf(order)
      const { id: shopperId, address } = shopperOf(plan)
      const buyer = { shopperId, idempotencyKey: undefined }
      const input = { items: itemsOf(plan), address }
      if (plan.payment === 'COD') {
        placed.set(order, { id: (await placeCodOrder(deps, buyer, input)).orderId })
        return
      }
      const { orderId, url } = await placeOnlineOrder(deps, buyer, input)
      placed.set(order, { id: orderId, checkout: url.split('/').at(-1) ?? '' })
    }),
    paid: each(async (order) => {
      const { checkout = '' } = find(placed, order)
      await payTestCheckoutRow(db, checkout, deps.now())
      const said = await deps.payments.gateway?.find(checkout)
      if (said) await settle(deps, said)
    }),
    'cancelled by the shopper': each((order) => cancelOrderOfShopper(deps, shopperOf(planOf(order)).id, idOf(order))),
    'cancelled by the shop': each((order) => moveOrder(deps, who, idOf(order), { status: 'Cancelled' })),
    confirmed: move('Confirmed'),
    packed: move('Packed'),
    async sent(of) {
      for (const order of of) {
        for (const { id } of await parcelsOf(order)) {
          const courier = random.pick(['Speed Post', 'Speed Post', 'Delhivery'])
          const number = String(random.whole(100_000_000, 999_999_999))
          const trackingNumber = courier === 'Speed Post' ? `EK${number}IN` : `28${number}`
          await changeParcel(deps, who, id, { courier, trackingNumber })
        }
      }
      await move('Shipped')(of)
    },
    delivered: move('Delivered'),
    refused: move('Refused'),
    lost: move('Lost'),
    'came back': move('Returned', true),
    'cash came': each((order) => markCashReceived(deps, who, idOf(order))),
    'cash came short': each(async (order) => {
      for (const { number, cash_paise } of await parcelsOf(order)) {
        const came = number === 1 ? minus(cash_paise, MISSING_CASH) : cash_paise
        await transact(deps, async (tx) =>
          bookCash(deps, tx, await lockOrder(tx, idOf(order)), number, came, { at: deps.now() }),
        )
      }
    }),
    'return asked': each(async (order) => {
      const plan = planOf(order)
      const said = plan.fate && complaints[plan.fate]
      const [first] = itemsOf(plan)
      if (!said || !first) throw new Error(`nobody says what is wrong with order ${order} of the demo's month`)
      const payTo = plan.payment === 'COD' ? { payTo: 'nobody@demo' } : {}
      const input = {
        order: idOf(order),
        items: [{ ...first, quantity: 1 }],
        reason: said.reason,
        wish: 'refund' as const,
        ...payTo,
      }
      const asked = await askReturn(deps, shopperOf(plan).id, input, [photo(said.photo)])
      returns.set(order, asked.return._id)
    }),
    'return accepted': each((order) =>
      moveReturn(deps, who, find(returns, order), {
        to: 'accepted',
        message: 'We are sorry. Please send it to the address on the slip, we pay the way.',
      }),
    ),
    'return arrived': each((order) => moveReturn(deps, who, find(returns, order), { to: 'damaged', faulty: false })),
  }

  let runs = 0
  const forOffice: Record<OfficeAct, () => Promise<unknown>> = {
    async 'payout run'() {
      runs += 1
      await makeRun(deps, who, `demo ${runs}`)
    },
    'run sent': () => markRunSent(deps, who, runs, `DEMO-${runs}`),
    'community payout': () =>
      addCommunityPayout(deps, { who, key: undefined }, { ...COMMUNITY, day: indianDay(deps.now()) }),
    application: () => submitApplication(deps, waitingApplication, 'en'),
  }
  return { orders: forOrders, office: forOffice }
}
