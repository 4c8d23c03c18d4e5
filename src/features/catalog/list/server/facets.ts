import { z } from 'zod'
import { categories } from '../../catalog.categories.ts'
import type { Facets, ProductQuery } from '../../catalog.contract.ts'

/** How many products of a category there are, with which filters. */
export const countColumns = ['category', 'matches', 'on_offer', 'fitting'] as const
const Counts = z.array(
  z.object({
    category: z.string(),
    matches: z.number(),
    /** Under price, with a price cut. */
    on_offer: z.number(),
    fitting: z.number(),
  }),
)
export type Counts = z.output<typeof Counts>

export const parseCounts = (json: string): Counts => Counts.parse(JSON.parse(json))

const sum = (counts: Counts, column: 'matches' | 'on_offer' | 'fitting') =>
  counts.reduce((total, row) => total + row[column], 0)

const ofCategory = (counts: Counts, { category }: ProductQuery) =>
  category ? counts.filter((row) => row.category === category) : counts

/** How many products fit all filters, the category included. */
export const totalOf = (counts: Counts, query: ProductQuery) => sum(ofCategory(counts, query), 'fitting')

/** How many products there are before filters, in the category if there is one. */
export const inCategory = (counts: Counts, query: ProductQuery) => sum(ofCategory(counts, query), 'matches')

export const matchesOf = (counts: Counts) => sum(counts, 'matches')

export function facetsOf(counts: Counts, query: ProductQuery): Facets {
  const here = ofCategory(counts, query)
  return {
    all: sum(here, 'matches'),
    onOffer: sum(here, 'on_offer'),
    categories: categories.flatMap(({ path }) => {
      const count = sum(ofCategory(counts, { category: path }), 'fitting')
      return count > 0 ? [{ path, count }] : []
    }),
  }
}
