import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { producerUrl, sampleProducers } from '#features/producers/producers.rules.ts'
import { keptRoute } from '#server/answer-cache/kept-route.ts'
import type { Db } from '#server/db/database.ts'
import { notFound } from '#shared/app-error.ts'
import { categories, categoryUrl, productUrl } from '../catalog.categories.ts'

/** Search engines take 50,000 addresses a file. */
const ADDRESSES_PER_FILE = 40_000

const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
const FileNumber = z.object({ file: z.coerce.number() })

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const wrap = (list: 'urlset' | 'sitemapindex', entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${list}>\n`
const entry = (kind: 'url' | 'sitemap', address: string) => `<${kind}><loc>${escapeXml(address)}</loc></${kind}>`

async function productAddresses(db: Db, file: number) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category'])
    .where('archived', '=', 0)
    .orderBy('number')
    .limit(ADDRESSES_PER_FILE)
    .offset((file - 1) * ADDRESSES_PER_FILE)
    .execute()
  return rows.map((row) => productUrl({ _id: row.id, category: row.category }))
}

async function producerAddresses(db: Db) {
  const rows = await db
    .selectFrom('producer_applications')
    .select('id')
    .where('status', '=', 'approved')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(ADDRESSES_PER_FILE)
    .execute()
  return [...sampleProducers.map(({ _id }) => _id), ...rows.map(({ id }) => id)].map(producerUrl)
}

async function countFiles(db: Db) {
  const { total } = await db
    .selectFrom('product_counts')
    .select((select) => select.fn.sum<number>('products').as('total'))
    .where('archived', '=', 0)
    .executeTakeFirstOrThrow()
  return Math.ceil(Number(total) / ADDRESSES_PER_FILE)
}

/** /sitemap.xml: one file, or an index of several where the shop is large. /robots.txt points to it. */
export function sitemapRoutes(app: FastifyInstance) {
  const { db, config } = app.deps
  const absolute = (path: string) => `${config.publicUrl}${path}`
  const fixedPages = [
    ...['/', '/products', ...categories.map((category) => categoryUrl(category.path))],
    ...['/producers', '/producerform', '/mission', '/privacy', '/returns', '/contact'],
  ]
  const pages = async () => [...fixedPages, ...(await producerAddresses(db))]
  const urls = (paths: readonly string[]) =>
    wrap(
      'urlset',
      paths.map((path) => entry('url', absolute(path))),
    )
  const kept = (make: (request: FastifyRequest) => Promise<string>) => keptRoute(app, { parameters: [], headers, make })

  app.get(
    '/sitemap.xml',
    kept(async () => {
      const files = await countFiles(db)
      if (files <= 1) return urls([...(await pages()), ...(await productAddresses(db, 1))])
      const parts = Array.from({ length: files }, (_, at) => `/sitemap/products-${at + 1}.xml`)
      return wrap(
        'sitemapindex',
        ['/sitemap/pages.xml', ...parts].map((path) => entry('sitemap', absolute(path))),
      )
    }),
  )
  app.get(
    '/sitemap/pages.xml',
    kept(async () => urls(await pages())),
  )
  app.get(
    '/sitemap/products-:file(^\\d{1,4}$).xml',
    kept(async ({ params }) => {
      const addresses = await productAddresses(db, FileNumber.parse(params).file)
      if (addresses.length === 0) throw notFound('This file')
      return urls(addresses)
    }),
  )
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /cart',
    'Disallow: /my-orders',
    'Disallow: /add-address',
    'Disallow: /seller',
    '',
    `Sitemap: ${absolute('/sitemap.xml')}`,
    '',
  ]
  app.get('/robots.txt', async (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robots.join('\n')),
  )
}
