import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { producerUrl } from '#features/producers/producers.rules.ts'
import { inShop } from '#features/producers/server/producers.service.ts'
import { keptRoute } from '#kernel/answers/answer-cache/kept-route.ts'
import type { Db } from '#kernel/db/database.ts'
import { xmlText } from '#kernel/http/xml.ts'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import { pathIn } from '#shared/languages.ts'
import { categories, categoryUrl, productUrl } from '../catalog.categories.ts'
import { isCanonical } from '../families/server/family-cards.ts'
import { parsePictures, pictureUrl } from './catalog.service.ts'

/** Product numbers a file; search engines take 50,000 addresses. */
const NUMBERS_PER_FILE = 10_000
/** Products read before others get a turn. */
const PART = 1000
/** The first file holds them all. */
const MAX_PRODUCERS = 5000

const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
const FileNumber = z.object({ file: z.coerce.number() })

const namespaces = {
  sitemapindex: 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"',
  urlset:
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"',
}
const wrap = (list: keyof typeof namespaces, entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} ${namespaces[list]}>\n${entries.join('\n')}\n</${list}>\n`

/** A page of the shop, by its path. */
interface Page {
  path: string
  changedAt?: Date
  pictures?: readonly string[]
}

/** One address a family. Numbers never change, so each file begins at a known place. */
async function productPages(db: Db, file: number) {
  const pages: Page[] = []
  const end = file * NUMBERS_PER_FILE
  let last = end - NUMBERS_PER_FILE
  for (;;) {
    const rows = await db
      .selectFrom('products')
      .select(['number', 'id', 'category', 'images', 'created_at', 'changed_at'])
      .where('archived', '=', 0)
      .where(isCanonical)
      .where('number', '>', last)
      .where('number', '<=', end)
      .orderBy('number')
      .limit(PART)
      .execute()
    pages.push(
      ...rows.map(({ id, category, images, created_at, changed_at }) => ({
        path: productUrl({ _id: id, category }),
        changedAt: new Date(Number(changed_at ?? created_at)),
        pictures: parsePictures(images).map(pictureUrl),
      })),
    )
    if (rows.length < PART) return pages
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
      .where(isCanonical)
      .where('number', '>', (files.at(-1) ?? 0) * NUMBERS_PER_FILE)
      .orderBy('number')
      .limit(1)
      .executeTakeFirst()
    if (!next) return files
    files.push(Math.ceil(next.number / NUMBERS_PER_FILE))
  }
}

async function producerPages(db: Db) {
  const rows = await inShop(db)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_PRODUCERS)
    .execute()
  return rows.map(({ id }): Page => ({ path: producerUrl(id) }))
}

/** /sitemap.xml, an index of several in a large shop; /robots.txt points to it. */
export function sitemapRoutes(app: FastifyInstance) {
  const { db, config } = app.deps
  const absolute = (path: string) => xmlText(`${config.publicUrl}${path}`)
  const fixedPages = [
    ...['/', '/products', ...categories.map((category) => categoryUrl(category.path))],
    ...[
      '/producers',
      '/producerform',
      '/mission',
      '/ledger',
      '/ledger/check',
      '/privacy',
      '/returns',
      '/marks',
      '/contact',
    ],
  ]
  const inHindi = fixedPages.map((path) => pathIn('hi', path)).filter((path) => !fixedPages.includes(path))
  const pages = async () => [...[...fixedPages, ...inHindi].map((path) => ({ path })), ...(await producerPages(db))]
  const urls = (listed: readonly Page[]) => wrap('urlset', listed.map(urlOf))
  function urlOf({ path, changedAt, pictures = [] }: Page) {
    const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const images = pictures.map((one) => `<image:image><image:loc>${absolute(one)}</image:loc></image:image>`)
    return `<url><loc>${absolute(path)}</loc>${changed}${images.join('')}</url>`
  }
  const kept = (textOf: (request: FastifyRequest) => Promise<string>) =>
    keptRoute(app, { parameters: [], headers, make: async (request) => ({ text: await textOf(request) }) })

  app.get(
    '/sitemap.xml',
    kept(async () => {
      const [first = 1, ...more] = await productFiles(db)
      if (more.length === 0) return urls([...(await pages()), ...(await productPages(db, first))])
      const parts = [first, ...more].map((file) => `/sitemap/products-${file}.xml`)
      return wrap(
        'sitemapindex',
        ['/sitemap/pages.xml', ...parts].map((path) => `<sitemap><loc>${absolute(path)}</loc></sitemap>`),
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
      const listed = await productPages(db, FileNumber.parse(params).file)
      if (listed.length === 0) throw notFound({ what: sharedMessage('THIS_FILE') })
      return urls(listed)
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
