import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { badInput } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { ownNames } from '#shared/languages.ts'
import { applicationFields, applicationLabels, contactFields } from '../application-form.rules.ts'
import type { AddedProducer, Papers, ProducerChange, StoredApplication } from '../producers.contract.ts'
import { message } from '../producers.messages.ts'
import { ofProducer, papersOf } from './applications.ts'
import { lockProducer } from './lock-producer.ts'
import { producerEmailChangedMail } from './producers.mails.ts'
import { type ProducerRow, toColumns } from './producers.service.ts'
import { keepUploads } from './uploads.ts'

/** A number of a paper in the log: that it is there, and its end. */
const endOf = (number: string) => number && `ends in ${number.slice(-4)}`

/** The fields of a producer in the log. */
function factsOf(producer: StoredApplication, papers: Papers) {
  const facts = applicationFields.map((field) => {
    const value = producer[field]
    return [applicationLabels[field], typeof value === 'object' ? value.join(', ') : String(value)]
  })
  // Street and phone are nobody's business.
  const sender = producer.sendsFrom ? `by themselves, from ${producer.sendsFrom.city}` : 'the shop does'
  const consent = producer.ledgerConsent ? 'named, with sums' : 'not named'
  const gst = papers.gstStatus === 'unregistered' ? '' : `${papers.gstStatus}, ${endOf(papers.gstNumber)}`
  return Object.fromEntries([
    ...facts,
    ['Sends parcels', sender],
    ['In the ledger', consent],
    ['Trusted', producer.isTrusted ? 'yes' : 'no'],
    ['Reads', ownNames[producer.language]],
    ['PAN', endOf(papers.pan)],
    ['GST', gst],
    ['Artisan card', endOf(papers.pehchan)],
  ])
}

const toPaperColumns = ({ pan, gstStatus, gstNumber, pehchan }: Papers) => ({
  pan: pan || null,
  gst_status: gstStatus,
  gst_number: gstStatus === 'unregistered' ? null : gstNumber,
  pehchan: pehchan || null,
})

/** What nobody knows yet of a producer who is added by hand. */
const unknown = {
  ...{ country: 'India', story: '', profileImageUrl: '', coverImageUrl: '', yearsInBusiness: 0, email: '' },
  ...{ mobileNumber: '', specialties: [] },
}

/** Adds one who did not apply. Throws BAD_INPUT for a lost picture. */
export async function addProducer(deps: Deps, who: Principal, given: AddedProducer) {
  const id = newId()
  const at = deps.now()
  const told = { ...unknown, ...given }
  const row = await transact(deps, async (tx) => {
    const { profileImageUrl, coverImageUrl } = told
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    const row = await tx
      .insertInto('producers')
      .values({ id, ...toColumns(told), application_id: null, created_at: at.getTime(), approved_at: at.getTime() })
      .returningAll()
      .executeTakeFirstOrThrow()
    await deps.productsOfProducers.findByName(tx, id, row)
    const changes = changesBetween({}, factsOf(ofProducer(row), papersOf(row)))
    await recordAct(tx, { who, action: 'producer.added', subject: id, summary: `${row.name} added`, changes, at })
    return row
  })
  return { message: message('PRODUCER_ADDED', { name: row.name }), application: ofProducer(row) }
}

/** A sample cannot get contacts. Throws BAD_INPUT. */
function checkIsNobodys(change: ProducerChange) {
  for (const field of contactFields)
    if (change[field] !== undefined) throw badInput({ [field]: message('SAMPLE_HAS_NO_CONTACT') })
}

/** What is done with an edit that comes from elsewhere than the form of the office. */
export interface BesideEdit {
  /** In the transaction, when the producer is locked; gets the row as it was. */
  first?: (tx: Tx, row: ProducerRow) => Promise<void>
  /** Whose wish it is, as the activity says. */
  wantedBy?: string
}

/** Changes the given fields. Throws APPLICATION_NOT_FOUND, NOT_APPROVED, and BAD_INPUT for a lost picture or a sample's contacts. */
export async function editProducer(
  deps: Deps,
  who: Principal,
  id: string,
  change: ProducerChange,
  { first, wantedBy }: BesideEdit = {},
) {
  const row = await transact(deps, async (tx) => {
    const before = await lockProducer(tx, id)
    await first?.(tx, before)
    const old = ofProducer(before)
    if (old.isDemo) checkIsNobodys(change)
    const papersBefore = papersOf(before)
    const now = { ...old, papers: papersBefore, ...change }
    const { sendsFrom, ledgerConsent, isTrusted, language, papers, ...after } = now
    const columns = {
      ...toColumns(after),
      ...{ language, trusted: isTrusted ? 1 : 0 },
      sends_from: sendsFrom && JSON.stringify(sendsFrom),
      ledger_consent: ledgerConsent ? 1 : 0,
      ...toPaperColumns(papers),
    }
    const { profileImageUrl = '', coverImageUrl = '' } = change
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    const isOtherAddress = columns.email !== before.email
    const email_changed_at = isOtherAddress ? deps.now().getTime() : before.email_changed_at
    await tx
      .updateTable('producers')
      .set({ ...columns, email_changed_at })
      .where('id', '=', id)
      .execute()
    // Tells the address before: another person may have asked for the change.
    if (isOtherAddress && before.email)
      await queueMail(
        tx,
        { to: before.email },
        producerEmailChangedMail.of({ name: columns.name }, before.language),
        deps.now(),
      )
    if (columns.name !== before.name || columns.location !== before.location)
      await deps.productsOfProducers.findByName(tx, id, columns, before)
    const summary = `${columns.name} changed${wantedBy === undefined ? '' : `, as ${wantedBy} wanted`}`
    const changes = changesBetween(factsOf(old, papersBefore), factsOf(now, papers))
    await recordAct(tx, { who, action: 'producer.changed', subject: id, summary, changes, at: deps.now() })
    return { ...before, ...columns }
  })
  return { message: message('PRODUCER_SAVED', { name: row.name }), application: ofProducer(row) }
}
