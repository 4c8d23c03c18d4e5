import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Search } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'

/** What somebody who is still typing may mean, the likeliest first. */
export const Suggestions = z.object({
  /** What was typed, its last word written to its end. Each finds at least one product that is on sale. */
  words: z.array(z.string()),
  categories: z.array(z.object({ path: z.string(), text: z.string() })),
  producers: z.array(z.object({ _id: z.string(), name: z.string(), location: z.string() })),
  products: z.array(z.object({ _id: z.string(), name: z.string(), category: z.string(), offerPrice: Rupees })),
})
export type Suggestions = z.output<typeof Suggestions>

/** Empty lists for less than two letters, and where nothing begins so. */
export const suggest = endpoint('GET', '/api/product/suggest', {
  access: 'public',
  summary: 'What a search that is being typed may become',
  cache: 'catalogue',
  query: z.object({ q: Search }),
  response: Suggestions,
})
