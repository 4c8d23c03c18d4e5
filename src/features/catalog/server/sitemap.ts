import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { inShop } from '#features/producers/server/producers.service.ts'
import { keptRoute } from '#kernel/answers/answer-cache/kept-route.ts'
import type { Db } from '#kernel/db/database.ts'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import { categories, categoryUrl, productUrl } from '../catalog.categories.ts'

/** Product numbers a file; search engines take 50,000 addresses. */
const NUMBERS_PER_FILE = 10_000
/** Products read before others get a turn. */
const PART = 1000
/** The first file holds them all. */
const MAX_PRODUCERS = 5000

const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
const FileNumber = z.object({ file: z.coerce.number() })

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const wrap = (list: 'urlset' | 'sitemapindex', entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${list}>\n`
const entry = (kind: 'url' | 'sitemap', address: string) => `<${kind}><loc>${escapeXml(address)}</loc></${kind}>`

/** Numbers never change, so each file begins at a known place. */
async function productAddresses(db: Db, file: number) {
  const addresses: string[] = []
  const end = file * NUMBERS_PER_FILE
  let last = end - NUMBERS_PER_FILE
  for (;;) {
    const rows = await db
      .selectFrom('products')
      .select(['number', 'id', 'category'])
      .where('archived', '=', 0)
      .where('number', '>', last)
      .where('number', '<=', end)
      .orderBy('number')
      .limit(PART)
      .execute()
    addresses.push(...rows.map((row) => productUrl({ _id: row.id, category: row.category })))
    if (rows.length < PART) return addresses
    last = rows.at(-1)?.number ?? end
    await setImmediate()
  }
}

/** Files with at least one product. */
async function productFiles(db: Db) {
  const files: number[] = []
  for (;;) {
    const next = await db
      .selectFrom('products')
      .select('number')
      .where('archived', '=', 0)
      .where('number', '>', (files.at(-1) ?? 0) * NUMBERS_PER_FILE)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst()
    if (!next) return files
    files.push(Math.ceil(next.number / NUMBERS_PER_FILE))
  }
}

async function producerAddresses(db: Db) {
  const rows = await inShop(db)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PRODUCERS)
    .execute()
  return rows.map(({ id }) => producerUrl(id))
}

/** /sitemap.xml, an index of several in a large shop; /robots.txt points to it. */
export function sitemapRoutes(app: FastifyInstance) {
  const { db, config } = app.deps
  const absolute = (path: string) => `${config.publicUrl}${path}`
  const fixedPages = [
    ...['/', '/products', ...categories.map((category) => categoryUrl(category.path))],
    ...['/producers', '/producerform', '/mission', '/ledger', '/ledger/check', '/privacy', '/returns', '/contact'],
  ]
  const pages = async () => [...fixedPages, ...(await producerAddresses(db))]
  const urls = (paths: readonly string[]) =>
    wrap(
      'urlset',
      paths.map((path) => entry('url', absolute(path))),
    )
  const kept = (textOf: (request: FastifyRequest) => Promise<string>) =>
    keptRoute(app, { parameters: [], headers, make: async (request) => ({ text: await textOf(request) }) })

  app.get(
    '/sitemap.xml',
    kept(async () => {
      const [first = 1, ...more] = await productFiles(db)
      if (more.length === 0) return urls([...(await pages()), ...(await productAddresses(db, first))])
      const parts = [first, ...more].map((file) => `/sitemap/products-${file}.xml`)
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
      if (addresses.length === 0) throw notFound({ what: sharedMessage('THIS_FILE') })
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
