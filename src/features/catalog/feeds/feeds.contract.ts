import { z } from 'zod'
import { CSV_TYPE, endpoint } from '#shared/endpoint.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'

/** RSS 2.0 with the fields of Google's Merchant Center. Its prices have the tax in them. */
export const googleFeed = endpoint('GET', '/feeds/google.xml', {
  access: 'public',
  summary: 'All products, for Google’s Merchant Center',
  isHeavy: true,
  file: 'application/xml; charset=utf-8',
})

/** A CSV with the fields of Meta's catalogue. Its prices have the tax in them. */
export const metaFeed = endpoint('GET', '/feeds/meta.csv', {
  access: 'public',
  summary: 'All products, for the catalogue of Facebook and Instagram',
  isHeavy: true,
  file: CSV_TYPE,
})

/** Products in the shop that a platform would refuse, newest first. */
export const listRefused = endpoint('GET', '/api/product/feeds', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Products that Google or Meta would refuse, and why',
  query: z.object({ page: Page, limit: Limit }),
  response: z.object({
    products: z.array(z.object({ _id: z.string(), name: z.string(), problems: z.array(z.string()) })),
    ...pageFields,
  }),
})
