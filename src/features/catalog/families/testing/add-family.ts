import { toRow } from '#features/catalog/server/products.ts'
import type { Db } from '#kernel/db/database.ts'
import { paise } from '#shared/money.ts'
import { type AnyProduct, anyProduct } from '#testing/shop.ts'
import type { StatedFamily } from '../families.contract.ts'
import { familyPlaces } from '../server/family-places.ts'

interface Member extends AnyProduct {
  axes: StatedFamily['axes']
}

/** Puts products of one family into the catalogue, a second apart, the first one first. Prices in paise. Gives their ids. */
export async function addFamily(db: Db, name: string, members: readonly Member[], now = new Date()) {
  const places = familyPlaces(db)
  const ids: string[] = []
  for (const [at, { axes, pricePaise, offerPricePaise, ...product }] of members.entries()) {
    const prices = {
      pricePaise: pricePaise === undefined ? anyProduct.pricePaise : paise(pricePaise),
      offerPricePaise: offerPricePaise === undefined ? anyProduct.offerPricePaise : paise(offerPricePaise),
    }
    const row = toRow({ ...anyProduct, ...product, ...prices }, now.getTime() + at * 1000)
    const columns = await places.put(row, { name, axes })
    await db
      .insertInto('products')
      .values({ ...row, ...columns })
      .execute()
    ids.push(row.id)
  }
  await places.settle([])
  return ids
}
