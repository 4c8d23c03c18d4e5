import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readCountedPage, readPage } from '#kernel/db/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/http/rate-limits.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { newId } from '#shared/ids.ts'
import { foldText } from '#shared/text.ts'
import {
  type Application,
  type Producer,
  producerNotFound,
  SendsFrom,
  type StoredApplication,
} from '../producers.contract.ts'
import type { ApplicationStatus } from '../producers.rules.ts'
import { samplesAsProducers } from '../sample-producers.ts'
import { applicationReceivedMail } from './producers.mails.ts'
import { keepUploads } from './uploads.ts'

export type Row = Selectable<Tables['producer_applications']>

const PER_PAGE = 50
const samples = samplesAsProducers()
const Specialties = z.array(z.string())

/** Only what everybody may see. */
const toProducer = (row: Row): Producer => ({
  _id: row.id,
  name: row.name,
  location: row.location,
  country: row.country,
  story: row.story,
  profileImageUrl: row.profile_image_url,
  coverImageUrl: row.cover_image_url,
  yearsInBusiness: row.years_in_business,
  specialties: Specialties.parse(JSON.parse(row.specialties)),
})

export const toApplication = (row: Row): StoredApplication => ({
  ...toProducer(row),
  email: row.email,
  mobileNumber: row.mobile_number,
  status: row.status,
  createdAt: new Date(row.created_at),
  ...(row.decided_at === null ? {} : { decidedAt: new Date(row.decided_at) }),
  isSuspended: row.suspended_at !== null,
  sendsFrom: row.sends_from === null ? null : SendsFrom.parse(JSON.parse(row.sends_from)),
  ledgerConsent: row.ledger_consent === 1,
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

/**
 * Anybody may apply. The applicant gets a mail, at most three an hour to one address. Who applies again while an application with
 * the same e-mail address waits is answered alike, and nothing changes.
 */
export async function submitApplication(deps: Deps, input: Application) {
  const answer = { message: 'Application submitted successfully!' }
  const waiting = deps.db.selectFrom('producer_applications').select('id').where('pending_email', '=', input.email)
  if (await waiting.executeTakeFirst()) return answer
  const mayMail = await deps.limits.allows('applicationMail', mailboxOf(input.email))
  const id = newId()
  const now = deps.now()
  await transact(deps, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('producer_applications')
      .values({
        ...{ id, ...toColumns(input), status: 'pending', pending_email: input.email, created_at: now.getTime() },
        ...{ decided_at: null, decided_by: null, suspended_at: null },
      })
      .onConflict((conflict) => conflict.column('pending_email').doNothing())
      .executeTakeFirstOrThrow()
    // The same application was sent twice at the same moment.
    if (numInsertedOrUpdatedRows === 0n) return
    const { profileImageUrl, coverImageUrl } = input
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    if (mayMail) await queueMail(tx, { to: input.email }, applicationReceivedMail.of({ name: input.name }), now)
  })
  return answer
}

interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

const applications = (db: Db) => db.selectFrom('producer_applications')
type Wanted = ReturnType<typeof applications>

/** Those in the shop. */
export const inShop = (db: Db) => applications(db).where('status', '=', 'approved').where('suspended_at', 'is', null)

/** Newest first. */
function listRows(wanted: Wanted, page: number | undefined, limit = PER_PAGE) {
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('total')).as('total')
  const newest = wanted.selectAll().select(total).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return readCountedPage(
    { page, limit },
    () => countRows(wanted),
    (limit, offset) => newest.limit(limit).offset(offset).execute(),
  )
}

/** Approved producers, newest first. */
export async function listProducers(db: Db, { page, limit }: Paging) {
  const { rows, ...paging } = await listRows(inShop(db), page, limit)
  return { producers: rows.map(toProducer), ...paging }
}

type Shop = Pick<Deps, 'db' | 'config'>

/** The sample producers, until the demo is ended by command or a real shop has approved a producer of its own; then none. */
export async function shownSamples({ db, config }: Shop) {
  const ended = db.selectFrom('shop_notes').select(sql<string>`key`.as('because')).where('key', '=', 'demo-ended-at')
  const own = applications(db).select('id as because').where('status', '=', 'approved')
  const over = await (config.demo ? ended : ended.unionAll(own)).limit(1).executeTakeFirst()
  return over ? [] : samples
}

/** Of the names, places and countries each word of `q` is a part of. The samples come first, besides the `limit`. */
export async function searchProducers(
  { db, config }: Shop,
  { q = '', page, limit = PER_PAGE }: Paging & { q?: string | undefined },
) {
  const words = foldText(q).split(' ').filter(Boolean)
  const fits = (text: string) => words.every((word) => text.includes(word))
  const found = (await shownSamples({ db, config })).filter(({ name, location, country }) =>
    fits(foldText(`${name} ${location} ${country}`)),
  )
  const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  const wanted = words.reduce(
    (select, word) => select.where(sql<boolean>`search_text like ${`%${escapeLike(word)}%`} escape '\\'`),
    inShop(db),
  )
  const { rows, total, ...paging } = await readPage({ page, limit }, countRows(wanted), (limit, offset) =>
    wanted
      .select(['id as _id', 'name', 'location', 'country'])
      .orderBy('search_text')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute(),
  )
  const producers = [...(paging.page === 1 ? found : []), ...rows]
  return { producers, total: total + found.length, ...paging }
}

/** For the seller, newest first; everything on one page when no page is asked for. */
export async function listApplications(
  db: Db,
  { status, page, limit }: Paging & { status?: ApplicationStatus | undefined },
) {
  const wanted = applications(db).$if(status !== undefined, (select) =>
    select.where('status', '=', status ?? 'pending'),
  )
  const { rows, ...paging } = await listRows(wanted, page, page === undefined ? Number.MAX_SAFE_INTEGER : limit)
  return { applications: rows.map(toApplication), ...paging }
}

/** Throws PRODUCER_NOT_FOUND, for one that is not approved or suspended too. */
export async function getProducer({ db, config }: Shop, id: string) {
  if (samples.some(({ _id }) => _id === id)) {
    const sample = (await shownSamples({ db, config })).find(({ _id }) => _id === id)
    if (!sample) throw producerNotFound()
    return { producer: sample }
  }
  const row = await inShop(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw producerNotFound()
  return { producer: toProducer(row) }
}
