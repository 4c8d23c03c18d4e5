import { extractText, getDocumentProxy } from 'unpdf'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { moveParcels } from '#features/orders/parcels/parcels.contract.ts'
import { producer } from '#features/orders/testing/parcels.ts'
import { newId } from '#shared/ids.ts'
import type { TestShop } from '#testing/shop.ts'
import { maker } from './maker.ts'

const prices = { savita: 777_00, imran: 333_00 }
export type Who = keyof typeof prices
export const both: readonly Who[] = ['savita', 'imran']

/** What neither of two producers who share an order may learn of the other, or of the shopper, from anything. */
export const secretsFrom = {
  savita: ['Imran', 'imran', '333', '679.32'],
  imran: ['Savita', 'savita', '777', '792.54'],
}
/** As the shopper's address has them. */
export const ofShopper = ['98450 12345', '9845012345', '98450-12345', 'ananya.rao@example.com']

/** Two producers who send, each with somebody in the workshop, and a shopper who orders of both. */
export async function twoMakers(shop: TestShop) {
  const office = await shop.seller({ staysProved: true })
  const shopper = await shop.shopper('Ananya Rao')
  const make = async (who: Who) => {
    const name = who === 'savita' ? 'Savita' : 'Imran'
    const id = await producer(shop, `Workshop of ${name}`)
    const own = await maker(shop, office, { producer: id, name })
    const product = await shop.product({ name: `${name}’s Vase`, producerId: id, offerPricePaise: prices[who] })
    return { ...own, product }
  }
  const makers = { savita: await make('savita'), imran: await make('imran') }

  /** An order of a piece of each, or of two of one alone. */
  async function placed(of: readonly Who[] = both) {
    const items = of.map((who) => ({
      product: makers[who].product,
      quantity: of.length === 1 ? 2 : 1 + both.indexOf(who),
    }))
    const { orderId } = await shopper.api(placeCodOrder, {
      headers: { 'idempotency-key': newId() },
      body: { items, address: shopper.address._id },
    })
    return orderId
  }
  const confirm = (...orders: string[]) => office.api(moveParcels, { body: { orders, to: 'Confirmed' } })
  async function confirmed(of?: readonly Who[]) {
    const order = await placed(of)
    await confirm(order)
    return order
  }
  const parcelOf = async (order: string, who: Who) =>
    shop.db
      .selectFrom('parcels')
      .selectAll()
      .where('order_id', '=', order)
      .where('sender_id', '=', makers[who].producer)
      .executeTakeFirstOrThrow()
  return { office, shopper, makers, placed, confirm, confirmed, parcelOf }
}
export type TwoMakers = Awaited<ReturnType<typeof twoMakers>>

/** All that is printed in a PDF. */
export async function printedIn(pdf: Uint8Array) {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(pdf)), { mergePages: true })
  return text
}
