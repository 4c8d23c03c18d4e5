import { z } from 'zod'
import { type FactName, factNames } from '#features/catalog/facts/facts.fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Page, pageFields, Search } from '#shared/paging.ts'

const names: readonly FactName[] = factNames

/** Products on sale, and drafts, that lack what their category must state: newest first, 25 a page. */
export const listLacking = endpoint('GET', '/api/product/seller/facts', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Products that lack what their category must state, and what each lacks',
  query: z.object({ q: Search, page: Page }),
  response: z.object({
    products: z.array(
      z.object({ _id: z.string(), name: z.string(), isDraft: z.boolean(), missing: z.array(z.enum(names)) }),
    ),
    /** With FACTS_REQUIRED=1: the Indian day on which what still lacks facts leaves the shop; null once that is over. */
    leaveOn: z.string().nullable(),
    ...pageFields,
  }),
})
