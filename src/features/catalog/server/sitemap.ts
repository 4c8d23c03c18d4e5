import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { inShop, shownSamples } from '#features/producers/server/producers.service.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { keptRoute } from '#kernel/http/answer-cache/kept-route.ts'
import { notFound } from '#shared/app-error.ts'
import { categories, categoryUrl, productUrl } from '../catalog.categories.ts'

/** A file has the products of so many numbers; search engines take 50,000 addresses a file. */
const NUMBERS_PER_FILE = 10_000
/** Products read at a time, so that other requests get a turn. */
const PART = 1000
/** Producers stand on the first file, besides the shop's own pages. */
const MAX_PRODUCERS = 5000

const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
const FileNumber = z.object({ file: z.coerce.number() })

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const wrap = (list: 'urlset' | 'sitemapindex', entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${list}>\n`
const entry = (kind: 'url' | 'sitemap', address: string) => `<${kind}><loc>${escapeXml(address)}</loc></${kind}>`

/** A product keeps its number, so each file begins at a known place, however many there are before it. */
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

/** The files that there are: some numbers may have no product in the shop any more. */
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

async function producerAddresses(deps: Pick<Deps, 'db' | 'config'>) {
  const rows = await inShop(deps.db)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PRODUCERS)
    .execute()
  const samples = await shownSamples(deps)
  return [...samples.map(({ _id }) => _id), ...rows.map(({ id }) => id)].map(producerUrl)
}

/** /sitemap.xml: one file, or an index of several where the shop is large. /robots.txt points to it. */
export function sitemapRoutes(app: FastifyInstance) {
  const { db, config } = app.deps
  const absolute = (path: string) => `${config.publicUrl}${path}`
  const fixedPages = [
    ...['/', '/products', ...categories.map((category) => categoryUrl(category.path))],
    ...['/producers', '/producerform', '/mission', '/ledger', '/ledger/check', '/privacy', '/returns', '/contact'],
  ]
  const pages = async () => [...fixedPages, ...(await producerAddresses(app.deps))]
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
