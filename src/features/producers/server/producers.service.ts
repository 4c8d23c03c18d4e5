import type { Selectable } from 'kysely'
import { z } from 'zod'
import { recordAct } from '#features/audit/server/audit.service.ts'
import type { Db, Tables } from '#server/db/database.ts'
import { lockRows } from '#server/db/engine.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail.ts'
import { mailboxOf } from '#server/rate-limits.ts'
import { newId } from '#shared/ids.ts'
import { countPages } from '#shared/paging.ts'
import {
  type Application,
  alreadyDecided,
  applicationNotFound,
  type Producer,
  producerNotFound,
  type StoredApplication,
} from '../producers.contract.ts'
import { type ApplicationStatus, allowedDecisions } from '../producers.rules.ts'
import { applicationApprovedMail, applicationReceivedMail, applicationRejectedMail } from './producers.mails.ts'
import { keepUploads } from './uploads.ts'

type Row = Selectable<Tables['producer_applications']>

const PER_PAGE = 50
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

const toApplication = (row: Row): StoredApplication => ({
  ...toProducer(row),
  email: row.email,
  mobileNumber: row.mobile_number,
  status: row.status,
  createdAt: new Date(row.created_at),
  ...(row.decided_at === null ? {} : { decidedAt: new Date(row.decided_at) }),
})

/** Anybody may apply. The applicant gets a mail, at most three an hour to one address. */
export async function submitApplication(deps: Deps, input: Application) {
  const mayMail = await deps.limits.allows('applicationMail', mailboxOf(input.email))
  const id = newId()
  const now = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('producer_applications')
      .values({
        id,
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
        status: 'pending',
        created_at: now.getTime(),
        decided_at: null,
        decided_by: null,
      })
      .execute()
    const { profileImageUrl, coverImageUrl } = input
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    if (mayMail) await queueMail(tx, applicationReceivedMail(deps.config, { id, ...input }), now)
  })
  deps.mailer.wake()
  return { message: 'Application submitted successfully!' }
}

interface Paging {
  page?: number | undefined
  limit?: number | undefined
}

/** Newest first; everything on one page when no page is asked for. */
async function listRows(db: Db, status: ApplicationStatus | undefined, { page, limit = PER_PAGE }: Paging) {
  const wanted = db
    .selectFrom('producer_applications')
    .$if(status !== undefined, (select) => select.where('status', '=', status ?? 'pending'))
  const counted = wanted.select((select) => select.fn.countAll<number>().as('total'))
  const found = await wanted
    .selectAll()
    .select(counted.as('total'))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$if(page !== undefined, (select) => select.limit(limit).offset(((page ?? 1) - 1) * limit))
    .execute()
  // A page past the end has no row to tell.
  const total = found[0]?.total ?? (page && page > 1 ? (await counted.executeTakeFirstOrThrow()).total : 0)
  const rows = found.map(({ total: _, ...row }) => row)
  return { rows, total, page: page ?? 1, pages: page === undefined ? 1 : countPages(total, limit) }
}

/** Approved producers, newest first. */
export async function listProducers(db: Db, { page = 1, limit }: Paging) {
  const { rows, ...paging } = await listRows(db, 'approved', { page, limit })
  return { producers: rows.map(toProducer), ...paging }
}

/** For the seller. */
export async function listApplications(
  db: Db,
  { status, ...asked }: Paging & { status?: ApplicationStatus | undefined },
) {
  const { rows, ...paging } = await listRows(db, status, asked)
  return { applications: rows.map(toApplication), ...paging }
}

/** Throws PRODUCER_NOT_FOUND, for one that is not approved too. */
export async function getProducer(db: Db, id: string) {
  const row = await db
    .selectFrom('producer_applications')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'approved')
    .executeTakeFirst()
  if (!row) throw producerNotFound()
  return { producer: toProducer(row) }
}

/** pending -> approved | rejected, once, with a mail. The same again changes nothing. Throws APPLICATION_NOT_FOUND, ALREADY_DECIDED. */
export async function decideApplication(deps: Deps, sellerId: string, id: string, status: 'approved' | 'rejected') {
  const now = deps.now()
  const row = await deps.db.transaction().execute(async (tx) => {
    const found = await lockRows(
      tx,
      tx.selectFrom('producer_applications').selectAll().where('id', '=', id),
    ).executeTakeFirst()
    if (!found) throw applicationNotFound()
    if (found.status === status) return found
    if (!allowedDecisions[found.status].includes(status)) throw alreadyDecided(found.status)
    const decision = { status, decided_at: now.getTime(), decided_by: sellerId }
    await tx.updateTable('producer_applications').set(decision).where('id', '=', id).execute()
    const mail = status === 'approved' ? applicationApprovedMail : applicationRejectedMail
    await queueMail(tx, mail(deps.config, found), now)
    await recordAct(tx, {
      sellerId,
      action: `application.${status}`,
      subject: id,
      summary: `${found.name}: ${status}`,
      at: now,
    })
    return { ...found, ...decision }
  })
  deps.mailer.wake()
  return {
    message: status === 'approved' ? `${row.name} is approved` : `${row.name} is rejected`,
    application: toApplication(row),
  }
}
