import { producer } from '#features/orders/testing/parcels.ts'
import { giveAccount, type Seller } from '#features/payouts/testing/payouts.ts'
import { paise } from '#shared/money.ts'
import type { Random } from '#shared/random.ts'
import type { TestShop } from '#testing/shop.ts'

/** Three makers with accounts, and what they make; the price of some is not stated. */
export async function makersAndGoods(shop: TestShop, seller: Seller, { pick, whole, happens }: Random) {
  const makers = [
    await producer(shop, 'Asha Silk'),
    await producer(shop, 'Ravi Honey'),
    await producer(shop, 'Lata Pots', { sends: false }),
  ]
  for (const maker of makers) await giveAccount(seller, maker)
  const products: string[] = []
  for (let at = 0; at < 12; at += 1) {
    const offerPricePaise = paise(whole(50_00, 1_500_00))
    const id = await shop.product({
      name: `Bowl ${at}`,
      pricePaise: offerPricePaise,
      offerPricePaise,
      stock: 1_000_000,
      producerId: pick(makers),
    })
    const prices = {
      maker_price_paise: paise(Math.floor(offerPricePaise * 0.6)),
      costs_paise: paise(Math.floor(offerPricePaise * 0.1)),
    }
    if (happens(0.9)) await shop.db.updateTable('products').set(prices).where('id', '=', id).execute()
    products.push(id)
  }
  return { makers, products }
}
