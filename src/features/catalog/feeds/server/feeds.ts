import { setImmediate } from 'node:timers/promises'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { numberAt } from '#kernel/db/query/json.ts'
import { countRows, readPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { writeCsv } from '#kernel/http/csv.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import { xmlText } from '#kernel/http/xml.ts'
import type { Word } from '#shared/messages.ts'
import { NO_MONEY } from '#shared/money.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { parseFamily } from '../../families/server/siblings.ts'
import { parseDescription, parsePictures, productColumns, withoutShares } from '../../server/catalog.service.ts'
import { type FeedProduct, feedProblems, MAX_NAME, type Platform, SMALLEST_PICTURE_PX } from '../feeds.problems.ts'
import { type FeedItem, type FieldValue, feedFields } from './feed-fields.ts'

/** Products read before others get a turn. */
const PART = 500
const KEPT_SECONDS = HOUR_MS / SECOND_MS

/** Products of the shop that a platform takes, in parts. Numbers rise, so each part begins where the last one ended. */
async function* itemsFor(platform: Platform, db: Db, config: Config, now: Date): AsyncGenerator<FeedItem[], void> {
  const shop = { publicUrl: config.publicUrl, deliveryDays: config.deliveryDays, shipTo: config.shipTo, now }
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('products')
      .leftJoin('producers', 'producers.id', 'products.producer_id')
      .select(productColumns.map((column) => `products.${column}` as const))
      .select(['products.number', 'producers.name as producer'])
      .where('products.archived', '=', 0)
      .where('products.number', '>', last)
      .orderBy('products.number')
      .limit(PART)
      .execute()
    yield rows
      .map((row) => ({
        ...{ product: withoutShares(row), brand: row.producer ?? config.storeName, shop },
        ...(row.family_id === null ? {} : { family: { id: row.family_id, axes: parseFamily(row.family)?.axes ?? {} } }),
      }))
      .filter(({ product }) => feedProblems(product, platform).length === 0)
    if (rows.length < PART) return
    last = Number(rows.at(-1)?.number)
    await setImmediate()
  }
}

/** Anybody may keep it for an hour: platforms fetch it once a day. */
const feed = (content: FileAnswer['content']): FileAnswer => ({ content, keptSeconds: KEPT_SECONDS })

const element = (name: string, value: string) => `<g:${name}>${xmlText(value)}</g:${name}>`
const isList = (value: FieldValue): value is readonly string[] => Array.isArray(value)

function elements(name: string, value: FieldValue): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return element(name, value)
  if (isList(value)) return value.map((one) => element(name, one)).join('')
  const parts = Object.entries(value).map(([part, text]) => element(part, text))
  return `<g:${name}>${parts.join('')}</g:${name}>`
}

async function* googleText(db: Db, config: Config, now: Date) {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>${xmlText(config.storeName)}</title>
<link>${xmlText(config.publicUrl)}</link>
<description>${xmlText(`All products of ${config.storeName}`)}</description>
`
  for await (const items of itemsFor('google', db, config, now)) {
    yield items
      .map((item) => {
        const fields = feedFields.map(({ name, of, google = of }) => elements(name, google?.(item)))
        return `<item>${fields.join('')}</item>\n`
      })
      .join('')
  }
  yield '</channel>\n</rss>\n'
}

const metaFields = feedFields.filter(({ of, meta = of }) => meta)

const cell = (value: FieldValue) => (isList(value) ? value.join(',') : typeof value === 'string' ? value : '')

/** Without a byte order mark: Meta would take it for a part of the first field's name. */
async function* metaText(db: Db, config: Config, now: Date) {
  yield writeCsv([metaFields.map(({ name }) => name)])
  for await (const items of itemsFor('meta', db, config, now))
    yield writeCsv(items.map((item) => metaFields.map(({ of, meta = of }) => cell(meta?.(item)))))
}

type Feeding = Pick<Deps, 'db' | 'config' | 'now'>
export const googleFeed = ({ db, config, now }: Feeding) => feed(googleText(db, config, now()))
export const metaFeed = ({ db, config, now }: Feeding) => feed(metaText(db, config, now()))

/** What `feedProblems` finds, for the database. */
const refused = (db: Db) =>
  db
    .selectFrom('products')
    .where('archived', '=', 0)
    .where(({ or, eb, fn }) =>
      or([
        eb('images', '=', '[]'),
        eb('description', '=', '[]'),
        eb('offer_price_paise', '<=', NO_MONEY),
        eb(fn<number>('length', ['name']), '>', MAX_NAME),
        eb(numberAt(db, 'images', [0, 'width']), '<', SMALLEST_PICTURE_PX.meta),
        eb(numberAt(db, 'images', [0, 'height']), '<', SMALLEST_PICTURE_PX.meta),
      ]),
    )

const PER_PAGE = 25

/** Products in the shop that Google or Meta would refuse, newest first, and why. */
export async function listRefused(
  { db, word }: { db: Db; word: Word },
  { page, limit = PER_PAGE }: { page?: number | undefined; limit?: number | undefined },
) {
  const wanted = refused(db)
  const { rows, ...paging } = await readPage({ page, limit }, countRows(wanted), (limit, offset) =>
    wanted
      .select(['id', 'name', 'description', 'images', 'offer_price_paise'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  const products = rows.map(({ id, name, description, images, offer_price_paise }) => {
    const product: FeedProduct = {
      ...{ name, offerPrice: offer_price_paise },
      ...{ description: parseDescription(description), images: parsePictures(images) },
    }
    return { _id: id, name, problems: feedProblems(product).map(word) }
  })
  return { products, ...paging }
}
