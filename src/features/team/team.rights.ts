import type { Right } from '#shared/rights.ts'

/** What each right opens, in a word. */
export const rightWords: Readonly<Record<Right, { name: string; opens: string }>> = {
  catalogue: { name: 'Catalogue', opens: 'Products, feeds, newsletter' },
  orders: { name: 'Orders', opens: 'Orders, parcels, returns' },
  producers: { name: 'Producers', opens: 'Applications, makers’ pages' },
  money: { name: 'Money', opens: 'Refunds, payouts, ledger' },
  team: { name: 'Team', opens: 'People, rights, activity' },
}

/** "Catalogue, Orders". */
export const namesOf = (some: readonly Right[]) =>
  some.length === 0 ? 'No right yet' : some.map((right) => rightWords[right].name).join(', ')
