import { getSellerOrder, type Order, placeCodOrder } from '#features/orders/orders.contract.ts'
import { parcelMovesBy } from '#features/orders/orders.moves.ts'
import { letGoOfCash, type MoveTarget, moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { bookCash } from '#features/orders/parcels/server/parcel-cash.ts'
import { moveRefund } from '#features/orders/refunds/server/refunds.ts'
import { markCashReceived, moveOrder, refundOrder, undoCashReceived } from '#features/orders/seller-orders.contract.ts'
import { lockOrder } from '#features/orders/server/order-row.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { payTestCheckout } from '#features/payments/built-in-checkout.contract.ts'
import { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { moveReturn } from '#features/returns/returns.contract.ts'
import { ask } from '#features/returns/testing/returns.ts'
import { transact } from '#kernel/background.ts'
import { AppError } from '#shared/app-error.ts'
import { paise } from '#shared/money.ts'
import type { Random } from '#shared/random.ts'
import type { TestShop } from '#testing/shop.ts'

export type Shopper = Awaited<ReturnType<TestShop['shopper']>>

/** An order of the test, and who placed it. */
export interface Placed {
  id: string
  shopper: Shopper
}

const MOVED_AT_ONCE = 300

/** What makes no sense for an order just now. */
const refused = () => new AppError('REFUSED', 409, 'This order is not ready for it')

/** Products at any price, from a paisa to a crore: of makers who send and who do not, of nobody, stated and not, at a loss too. */
export async function makeProducts(shop: TestShop, { pick, whole, happens }: Random, count: number) {
  const makers = [
    await producer(shop, 'Asha Silk'),
    await producer(shop, 'Ravi Honey'),
    await producer(shop, 'Lata Pots', { sends: false }),
  ]
  const price = () => paise(pick([1, 2, 99, 99_99, whole(1, 500_00), whole(1, 500_00), whole(1, 1_00_00_000_00)]))
  const ids: string[] = []
  for (let at = 0; at < count; at += 1) {
    const producerId = happens(0.9) ? pick(makers) : null
    const offerPricePaise = at === 0 ? paise(1) : at === 1 ? paise(1_00_00_000_00) : price()
    const id = await shop.product({
      name: `Bowl ${at}`,
      pricePaise: offerPricePaise,
      offerPricePaise,
      stock: 1_000_000,
      producerId,
    })
    const isStated = producerId !== null && happens(0.8)
    const maker = pick([0, Math.floor(offerPricePaise * 0.6), offerPricePaise, price()])
    const costs = pick([null, 0, Math.floor(offerPricePaise * 0.1), price()])
    const columns = { maker_price_paise: paise(maker), costs_paise: costs === null ? null : paise(costs) }
    if (isStated) await shop.db.updateTable('products').set(columns).where('id', '=', id).execute()
    ids.push(id)
  }
  return ids
}

const payAtTestCheckout = async (shopper: Shopper, url: string): Promise<unknown> =>
  shopper.api(payTestCheckout, { params: { id: url.split('/').at(-1) ?? '' } })

/** What can happen to an order of the shop, by its name. An act that makes no sense for it just now is refused, as people are. */
export async function createActs(
  shop: TestShop,
  random: Random,
  { pay = payAtTestCheckout, without = [] }: { pay?: typeof payAtTestCheckout; without?: readonly string[] } = {},
) {
  let seller = await shop.seller({ staysProved: true })
  const { pick, whole, happens, below } = random
  const done = new Map<string, number>()
  const read = async (id: string) => (await seller.api(getSellerOrder, { params: { id } })).order
  const reference = () => `UPI ${below(1e12)}`

  async function place(shopper: Shopper, products: readonly string[]): Promise<Placed> {
    const chosen = new Set(Array.from({ length: whole(1, 4) }, () => pick(products)))
    const items = [...chosen].map((product) => ({ product, quantity: pick([1, 1, 2, 3, whole(1, 9), whole(1, 999)]) }))
    const body = { items, address: shopper.address._id }
    const headers = { 'idempotency-key': `key ${below(1e12)}` }
    if (happens(0.55)) return { id: (await shopper.api(placeCodOrder, { body, headers })).orderId, shopper }
    const { orderId, url } = await shopper.api(placeOnlineOrder, { body, headers })
    if (happens(0.95)) await pay(shopper, url)
    return { id: orderId, shopper }
  }

  /** Moves what can go there; gives how many did. */
  async function move(to: MoveTarget, kind: 'orders' | 'parcels', ids: readonly string[], good?: boolean) {
    let moved = 0
    for (let at = 0; at < ids.length; at += MOVED_AT_ONCE) {
      const some = ids.slice(at, at + MOVED_AT_ONCE)
      const body = { to, [kind]: some, ...(good === undefined ? {} : { good }) }
      const { results } = await seller.api(moveParcels, { body })
      moved += results.filter(({ ok }) => ok).length
    }
    return moved
  }
  /** A parcel that is sent in exchange goes on, or does not arrive. */
  async function moveExchange({ exchanges }: Order) {
    const [parcel] = exchanges.filter(({ status }) => !['Returned', 'Cancelled'].includes(status))
    if (!parcel) throw refused()
    const to = pick(parcelMovesBy('seller', parcel.status, true))
    const good = to === 'Returned' ? happens(0.5) : undefined
    if ((await move(to, 'parcels', [parcel._id], good)) === 0) throw refused()
  }
  async function moveOne(to: MoveTarget, { parcels }: Order, good?: boolean) {
    const parcel = pick(parcels)
    if (parcel.status === to || (await move(to, 'parcels', [parcel._id], good)) === 0) throw refused()
  }

  function anyPieces({ items }: Order) {
    const some = items.filter(() => happens(0.5))
    return (some.length > 0 ? some : [pick(items)]).map(({ product, quantity }) => ({
      product: product._id,
      quantity: happens(0.4) ? quantity : whole(1, quantity),
    }))
  }

  const acts: Record<string, (order: Order, shopper: Shopper) => Promise<unknown>> = {
    cancelled: ({ _id }) => seller.api(moveOrder, { params: { id: _id }, body: { status: 'Cancelled' } }),
    'cash came': ({ _id }) => seller.api(markCashReceived, { params: { id: _id } }),
    'cash undone': ({ _id }) => seller.api(undoCashReceived, { params: { id: _id } }),
    'cash short': (order) =>
      transact(shop.deps, async (tx) => {
        const { number, cash } = pick(order.parcels)
        if (cash === 0) throw refused()
        await bookCash(shop.deps, tx, await lockOrder(tx, order._id), number, paise(1 + below(cash)), {
          at: shop.deps.now(),
        })
      }),
    'let go': (order) => seller.api(letGoOfCash, { params: { id: pick(order.parcels)._id }, body: { reason: 'Gone' } }),
    refunded: (order) => {
      const lines = happens(0.2) ? undefined : anyPieces(order)
      const way =
        order.paymentType === 'Online' && happens(0.8) ? {} : { method: 'upi' as const, reference: reference() }
      const body = { ...way, ...(lines ? { lines } : {}) }
      return seller.api(refundOrder, { params: { id: order._id }, body })
    },
    'refund failed': async ({ _id }) => {
      const refunds = await shop.db
        .selectFrom('refunds')
        .select('id')
        .where('order_id', '=', _id)
        .where('method', '=', 'card')
        .where('state', '!=', 'failed')
        .orderBy('created_at')
        .execute()
      const [first] = refunds
      if (!first) throw refused()
      await moveRefund(shop.deps, first.id, 'failed')
    },
    'came back good': (order) => moveOne('Returned', order, true),
    'came back damaged': (order) => moveOne('Returned', order, false),
    lost: (order) => moveOne('Lost', order),
    'exchange moved': moveExchange,
    returned: (order, shopper) => giveBack(order, shopper),
  }

  /** A return of some pieces, from the shopper's question to the money or the same pieces again. */
  async function giveBack(order: Order, shopper: Shopper) {
    const wish = happens(0.3) ? 'exchange' : 'refund'
    const asked = await ask(shopper, { order: order._id, items: anyPieces(order), wish })
    if (asked.statusCode !== 201) throw refused()
    const params = { id: String(asked.json().return._id) }
    await seller.api(moveReturn, { params, body: { to: 'accepted', message: 'Send it to us' } })
    if (happens(0.1)) return
    const faulty = happens(0.4)
    await seller.api(moveReturn, { params, body: happens(0.5) ? { to: 'arrived' } : { to: 'damaged', faulty } })
    const { state } = await shop.db
      .selectFrom('returns')
      .select('state')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    if (state === 'closed' || happens(0.1)) return
    const isSentAgain = wish === 'exchange' && happens(0.8)
    const byHand =
      order.paymentType === 'COD' ? { method: 'upi' as const, reference: reference() } : { method: 'card' as const }
    await seller.api(moveReturn, { params, body: { to: 'closed', ...(isSentAgain ? {} : byHand) } })
    count(wish === 'exchange' ? (isSentAgain ? 'exchanged' : 'refunded instead') : faulty ? 'faulty' : 'given back')
  }

  const count = (name: string) => done.set(name, (done.get(name) ?? 0) + 1)

  return {
    place,
    move,
    /** The seller's session does not last for days. */
    async logIn() {
      seller = await shop.seller({ staysProved: true })
    },
    /** How often each act was carried out. */
    done,
    /** Something happens to an order, or not. */
    async anyAct({ id, shopper }: Placed) {
      const name = happens(0.25) ? 'returned' : pick(Object.keys(acts).filter((one) => !without.includes(one)))
      try {
        const order = await read(id)
        const isReady = order.parcels.length > 0 || name === 'cancelled' || name === 'refunded'
        if (!isReady) return
        await acts[name]?.(order, shopper)
        count(name)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
  }
}
