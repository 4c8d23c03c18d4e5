import { randomBytes } from 'node:crypto'
import { type AliasedExpression, sql } from 'kysely'
import { transact } from '#kernel/background.ts'
import { INVENTED } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { readCountedPage } from '#kernel/db/query/read-page.ts'
import type { Deps } from '#kernel/deps.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { newId } from '#shared/ids.ts'
import type { Language } from '#shared/languages.ts'
import { type GstStatus, gstStatuses } from '../papers.rules.ts'
import {
  type Application,
  applicationNotFound,
  type Papers,
  SendsFrom,
  type StoredApplication,
} from '../producers.contract.ts'
import { message } from '../producers.messages.ts'
import type { ApplicationStatus } from '../producers.rules.ts'
import { applicationReceivedMail } from './producers.mails.ts'
import {
  isFound,
  type Paging,
  PER_PAGE,
  type ProducerRow,
  type ShownRow,
  toColumns,
  toProducer,
} from './producers.service.ts'
import { keepUploads } from './uploads.ts'

/** An application, or the producer it became: what is shown of that one is what holds today. */
export type ApplicationRow = ShownRow &
  Pick<
    ProducerRow,
    | 'application_id'
    | 'email'
    | 'mobile_number'
    | 'search_text'
    | 'created_at'
    | 'suspended_at'
    | 'sends_from'
    | 'ledger_consent'
    | 'trusted'
    | 'language'
  > & {
    status: ApplicationStatus
    decided_at: number | null
    answer?: string | null
  }

const inBoth = [
  ...([
    'id',
    'name',
    'location',
    'country',
    'story',
    'profile_image_url',
    'cover_image_url',
    'years_in_business',
  ] as const),
  ...(['specialties', 'email', 'mobile_number', 'created_at', 'search_text', 'language'] as const),
] as const

const otherRows = (db: Db) =>
  db
    .selectFrom('producer_applications')
    .where('status', '<>', 'approved')
    .select([...inBoth, 'status', 'decided_at', 'answer'])
    .select([
      sql<number | null>`cast(null as bigint)`.as('suspended_at'),
      sql<string | null>`cast(null as text)`.as('sends_from'),
      sql<number>`0`.as('ledger_consent'),
      sql<number>`0`.as('trusted'),
      sql<number>`0`.as('demo'),
      sql<string | null>`cast(null as text)`.as('application_id'),
    ])

const producerRows = (db: Db) =>
  db
    .selectFrom('producers')
    .select([...inBoth, sql<ApplicationStatus>`'approved'`.as('status'), 'approved_at as decided_at'])
    .select(sql<string | null>`cast(null as text)`.as('answer'))
    .select(['suspended_at', 'sends_from', 'ledger_consent', 'trusted', 'demo', 'application_id'])

/** As the seller sees a producer. */
export const ofProducer = (row: ProducerRow) =>
  toApplication({ ...row, status: 'approved', decided_at: row.approved_at })

function rowsOf(db: Db, status: ApplicationStatus | undefined): AliasedExpression<ApplicationRow, 'application'> {
  if (status === 'approved') return producerRows(db).as('application')
  const others = otherRows(db)
  return (status ? others.where('status', '=', status) : others.unionAll(producerRows(db))).as('application')
}

export const toApplication = (row: ApplicationRow): StoredApplication => ({
  ...toProducer(row),
  email: row.email,
  mobileNumber: row.mobile_number,
  language: row.language,
  status: row.status,
  createdAt: new Date(row.created_at),
  ...(row.decided_at === null ? {} : { decidedAt: new Date(row.decided_at) }),
  ...(row.answer ? { answer: row.answer } : {}),
  isSuspended: row.suspended_at !== null,
  isDemo: row.demo === 1,
  ...(row.status === 'approved' && row.application_id === null && row.demo === 0 ? { isAdded: true } : {}),
  sendsFrom: row.sends_from === null ? null : SendsFrom.parse(JSON.parse(row.sends_from)),
  ledgerConsent: row.ledger_consent === 1,
  isTrusted: row.trusted === 1,
  ...(row.demo === 1 || row.email.endsWith(INVENTED) ? { demo: true } : {}),
})

/** Nobody guesses one. It opens a status alone, and is kept as it is: later mails have it, too. */
const TOKEN_BYTES = 24

/**
 * Anybody may apply; a mail confirms it, at most three an hour to one address. While an application waits, another with its address changes nothing.
 */
export async function submitApplication(deps: Deps, input: Application, language: Language) {
  const answer = { message: message('APPLICATION_SUBMITTED') }
  const waiting = deps.db.selectFrom('producer_applications').select('id').where('pending_email', '=', input.email)
  if (await waiting.executeTakeFirst()) return answer
  const mayMail = await deps.limits.allows('applicationMail', mailboxOf(input.email))
  const id = newId()
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = deps.now()
  await transact(deps, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('producer_applications')
      .values({
        ...{ id, ...toColumns(input), status: 'pending', pending_email: input.email, created_at: now.getTime() },
        ...{ decided_at: null, decided_by: null, language, token },
      })
      .onConflict((conflict) => conflict.column('pending_email').doNothing())
      .executeTakeFirstOrThrow()
    // The same application came twice at one moment.
    if (numInsertedOrUpdatedRows === 0n) return
    const { profileImageUrl, coverImageUrl } = input
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    if (mayMail)
      await queueMail(tx, { to: input.email }, applicationReceivedMail.of({ name: input.name, token }, language), now)
  })
  return answer
}

/** Newest first; without a page all at once. */
export async function listApplications(
  db: Db,
  {
    status,
    q = '',
    page,
    limit = PER_PAGE,
  }: Paging & { status?: ApplicationStatus | undefined; q?: string | undefined },
) {
  const wanted = db.selectFrom(rowsOf(db, status)).where(isFound(q))
  const total = wanted.select(({ fn }) => fn.countAll<number>().as('total')).as('total')
  const newest = wanted.selectAll().select(total).orderBy('created_at', 'desc').orderBy('id', 'desc')
  const { rows, ...paging } = await readCountedPage(
    { page, limit: page === undefined ? Number.MAX_SAFE_INTEGER : limit },
    async () => (await wanted.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total,
    (limit, offset) => newest.limit(limit).offset(offset).execute(),
  )
  return { applications: rows.map(toApplication), ...paging }
}

const statusOf = (text: string): GstStatus => gstStatuses.find((status) => status === text) ?? 'unregistered'

export const papersOf = (row: ProducerRow): Papers => ({
  pan: row.pan ?? '',
  gstStatus: statusOf(row.gst_status),
  gstNumber: row.gst_number ?? '',
  pehchan: row.pehchan ?? '',
})

/** Throws APPLICATION_NOT_FOUND. */
export async function getApplication(db: Db, id: string) {
  const producer = await db.selectFrom('producers').selectAll().where('id', '=', id).executeTakeFirst()
  if (producer) return { application: ofProducer(producer), papers: papersOf(producer) }
  const row = await otherRows(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw applicationNotFound()
  return { application: toApplication(row) }
}
