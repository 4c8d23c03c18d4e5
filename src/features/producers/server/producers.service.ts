import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readCountedPage, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { foldText } from '#shared/text.ts'
import { type Application, type Producer, producerNotFound } from '../producers.contract.ts'

export type ProducerRow = Selectable<Tables['producers']>
/** What a page of the shop says of a producer. */
export type ShownRow = Pick<ProducerRow, (typeof shownColumns)[number]>
const shownColumns = [
  ...(['id', 'name', 'location', 'country', 'story', 'profile_image_url', 'cover_image_url'] as const),
  ...(['years_in_business', 'specialties', 'demo'] as const),
] as const

export const PER_PAGE = 50
const Specialties = z.array(z.string())

/** Gives public fields only. */
export const toProducer = (row: ShownRow): Producer => ({
  _id: row.id,
  name: row.name,
  location: row.location,
  country: row.country,
  story: row.story,
  profileImageUrl: row.profile_image_url,
  coverImageUrl: row.cover_image_url,
  yearsInBusiness: row.years_in_business,
  specialties: Specialties.parse(JSON.parse(row.specialties)),
  ...(row.demo === 1 ? { isDemo: true } : {}),
})

/** The columns that an applicant fills. */
export const toColumns = (input: Application) => ({
  name: input.name,
  location: input.location,
  country: input.country,
  story: input.story,
  profile_image_url: input.profileImageUrl,
  cover_image_url: input.coverImageUrl,
  years_in_business: input.yearsInBusiness,
  specialties: JSON.stringify(input.specialties),
  email: input.email,
  mobile_number: input.mobileNumber,
  search_text: foldText(`${input.name} ${input.location} ${input.country}`),
})

export interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

/** Not suspended. */
export const inShop = (db: Db) => db.selectFrom('producers').where('suspended_at', 'is', null)

export async function listProducers(db: Db, { page, limit = PER_PAGE }: Paging) {
  const wanted = inShop(db)
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('total')).as('total')
  const newest = wanted.select(shownColumns).select(total).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, ...paging } = await readCountedPage(
    { page, limit },
    () => countRows(wanted),
    (limit, offset) => newest.limit(limit).offset(offset).execute(),
  )
  return { producers: rows.map(toProducer), ...paging }
}

/** A demo's samples. A real shop tells their stories (`storiesOnly`) until the demo is ended by command or there is a producer. */
export async function listSamples({ db, config }: Pick<Deps, 'db' | 'config'>) {
  if (config.demo) {
    const rows = await inShop(db)
      .select(shownColumns)
      .where('demo', '=', 1)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { producers: rows.map(toProducer), storiesOnly: false }
  }
  const ended = db.selectFrom('shop_notes').select(sql<string>`key`.as('because')).where('key', '=', 'demo-ended-at')
  const own = db.selectFrom('producers').select('id as because')
  const over = await ended.unionAll(own).limit(1).executeTakeFirst()
  return { producers: [], storiesOnly: !over }
}

const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')

/** Each word of `q` is in name, place or country. */
export const isFound = (q: string) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...foldText(q)
        .split(' ')
        .filter(Boolean)
        .map((word) => sql`search_text like ${`%${escapeLike(word)}%`} escape '\\'`),
    ],
    sql` and `,
  )}`

export async function searchProducers(db: Db, { q = '', page, limit = PER_PAGE }: Paging & { q?: string | undefined }) {
  const wanted = inShop(db).where(isFound(q))
  const { rows, ...paging } = await readPage({ page, limit }, countRows(wanted), (limit, offset) =>
    wanted
      .select(['id as _id', 'name', 'location', 'country'])
      .orderBy('search_text')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  return { producers: rows, ...paging }
}

/** Throws PRODUCER_NOT_FOUND, for unapproved and suspended ones too. */
export async function getProducer(db: Db, id: string) {
  const row = await inShop(db).select(shownColumns).where('id', '=', id).executeTakeFirst()
  if (!row) throw producerNotFound()
  return { producer: toProducer(row) }
}
