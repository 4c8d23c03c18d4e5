import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { transact } from '#kernel/background.ts'
import { INVENTED } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { countRows, readCountedPage, readPage } from '#kernel/db/query/read-page.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
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
import { message } from '../producers.messages.ts'
import type { ApplicationStatus } from '../producers.rules.ts'
import { applicationReceivedMail } from './producers.mails.ts'
import { keepUploads } from './uploads.ts'

export type Row = Selectable<Tables['producer_applications']>

const PER_PAGE = 50
const Specialties = z.array(z.string())

/** Gives public fields only. */
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
  ...(row.demo === 1 ? { isDemo: true } : {}),
})

export const toApplication = (row: Row): StoredApplication => ({
  ...toProducer(row),
  email: row.email,
  mobileNumber: row.mobile_number,
  status: row.status,
  createdAt: new Date(row.created_at),
  ...(row.decided_at === null ? {} : { decidedAt: new Date(row.decided_at) }),
  isSuspended: row.suspended_at !== null,
  isDemo: row.demo === 1,
  sendsFrom: row.sends_from === null ? null : SendsFrom.parse(JSON.parse(row.sends_from)),
  ledgerConsent: row.ledger_consent === 1,
  ...(row.demo === 1 || row.email.endsWith(INVENTED) ? { demo: true } : {}),
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
 * Anybody may apply; a mail confirms it, at most three an hour to one address. While an application waits, another with its address changes nothing.
 */
export async function submitApplication(deps: Deps, input: Application) {
  const answer = { message: message('APPLICATION_SUBMITTED') }
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
    // The same application came twice at one moment.
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

/** Approved and not suspended. */
export const inShop = (db: Db) => applications(db).where('status', '=', 'approved').where('suspended_at', 'is', null)

/** Applications, newest first. */
function listRows(wanted: Wanted, page: number | undefined, limit = PER_PAGE) {
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('total')).as('total')
  const newest = wanted.selectAll().select(total).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return readCountedPage(
    { page, limit },
    () => countRows(wanted),
    (limit, offset) => newest.limit(limit).offset(offset).execute(),
  )
}

export async function listProducers(db: Db, { page, limit }: Paging) {
  const { rows, ...paging } = await listRows(inShop(db), page, limit)
  return { producers: rows.map(toProducer), ...paging }
}

/** A demo's samples. A real shop tells their stories (`storiesOnly`) until the demo is ended by command or a producer is approved. */
export async function listSamples({ db, config }: Pick<Deps, 'db' | 'config'>) {
  if (config.demo) {
    const rows = await inShop(db).selectAll().where('demo', '=', 1).orderBy('created_at').orderBy('id').execute()
    return { producers: rows.map(toProducer), storiesOnly: false }
  }
  const ended = db.selectFrom('shop_notes').select(sql<string>`key`.as('because')).where('key', '=', 'demo-ended-at')
  const own = applications(db).select('id as because').where('status', '=', 'approved')
  const over = await ended.unionAll(own).limit(1).executeTakeFirst()
  return { producers: [], storiesOnly: !over }
}

/** Each word of `q` must be in name, place or country. */
export async function searchProducers(db: Db, { q = '', page, limit = PER_PAGE }: Paging & { q?: string | undefined }) {
  const words = foldText(q).split(' ').filter(Boolean)
  const escapeLike = (word: string) => word.replace(/[\\%_]/g, '\\$&')
  const wanted = words.reduce(
    (select, word) => select.where(sql<boolean>`search_text like ${`%${escapeLike(word)}%`} escape '\\'`),
    inShop(db),
  )
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

/** Newest first; without a page all at once. */
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

/** Throws PRODUCER_NOT_FOUND, for unapproved and suspended ones too. */
export async function getProducer(db: Db, id: string) {
  const row = await inShop(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw producerNotFound()
  return { producer: toProducer(row) }
}
