import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#server/db/database.ts'
import { notFound } from '#shared/app-error.ts'
import { categories, categoryUrl, productUrl } from '../catalog.categories.ts'

/** Search engines take 50,000 addresses a file. */
const ADDRESSES_PER_FILE = 40_000

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
const wrap = (list: 'urlset' | 'sitemapindex', entries: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${list}>\n`
const entry = (kind: 'url' | 'sitemap', address: string) => `<${kind}><loc>${escapeXml(address)}</loc></${kind}>`

async function productAddresses(db: Db, file: number) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'category'])
    .orderBy('number')
    .limit(ADDRESSES_PER_FILE)
    .offset((file - 1) * ADDRESSES_PER_FILE)
    .execute()
  return rows.map((row) => productUrl({ _id: row.id, category: row.category }))
}

async function countFiles(db: Db) {
  const { total } = await db
    .selectFrom('products')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Math.ceil(total / ADDRESSES_PER_FILE)
}

/** /sitemap.xml: one file, or an index of several where the shop is large. /robots.txt points to it. */
export function sitemapRoutes(app: FastifyInstance) {
  const { db, config } = app.deps
  const absolute = (path: string) => `${config.publicUrl}${path}`
  const pages = ['/', '/products', ...categories.map((category) => categoryUrl(category.path))]
  const send = (reply: FastifyReply, xml: string) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', 'public, max-age=3600').send(xml)
  const urls = (paths: readonly string[]) =>
    wrap(
      'urlset',
      paths.map((path) => entry('url', absolute(path))),
    )

  app.get('/sitemap.xml', async (_, reply) => {
    const files = await countFiles(db)
    if (files <= 1) return send(reply, urls([...pages, ...(await productAddresses(db, 1))]))
    const parts = Array.from({ length: files }, (_, at) => `/sitemap/products-${at + 1}.xml`)
    return send(
      reply,
      wrap(
        'sitemapindex',
        ['/sitemap/pages.xml', ...parts].map((path) => entry('sitemap', absolute(path))),
      ),
    )
  })
  app.get('/sitemap/pages.xml', async (_, reply) => send(reply, urls(pages)))
  app.get<{ Params: { file: string } }>('/sitemap/products-:file(^\\d{1,4}$).xml', async (request, reply) => {
    const addresses = await productAddresses(db, Number(request.params.file))
    if (addresses.length === 0) throw notFound('This file')
    return send(reply, urls(addresses))
  })
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
