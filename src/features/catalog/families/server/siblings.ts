import type { Selectable } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { shownPrice } from '../../server/raised-prices.ts'
import type { Family, StatedFamily } from '../families.contract.ts'

/** The stored family of a product; null: it has none. */
export const parseFamily = (json: string | null): StatedFamily | null => (json === null ? null : JSON.parse(json))

type Row = Pick<Selectable<Tables['products']>, 'family' | 'family_id'>
export type Siblings = ReadonlyMap<string | null, Family['siblings']>

/** All that is on sale of the families of these products, by family. */
export async function readSiblings(db: Db, rows: readonly Row[]): Promise<Siblings> {
  const ids = new Set(rows.flatMap(({ family_id }) => family_id ?? []))
  if (ids.size === 0) return new Map()
  const members = await db
    .selectFrom('products')
    .select(['id', 'family_id', 'family', 'price_paise', 'offer_price_paise', 'price_raised_at', 'in_stock'])
    .where('family_id', 'in', [...ids])
    .where('archived', '=', 0)
    .orderBy('number')
    .execute()
  const families = Map.groupBy(members, ({ family_id }) => family_id)
  return new Map(
    [...families].map(([id, of]) => [
      id,
      of.map((member) => ({
        _id: member.id,
        axes: parseFamily(member.family)?.axes ?? {},
        price: shownPrice(member),
        offerPrice: member.offer_price_paise,
        inStock: member.in_stock === 1,
      })),
    ]),
  )
}

export function familyOf(row: Row, siblings: Siblings): { family?: Family } {
  const family = parseFamily(row.family)
  const others = siblings.get(row.family_id)
  return family && others ? { family: { ...family, siblings: others } } : {}
}
