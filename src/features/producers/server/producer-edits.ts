import { setImmediate } from 'node:timers/promises'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { badInput } from '#shared/app-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { applicationFields, applicationLabels, contactFields } from '../application-form.rules.ts'
import { alreadyDecided, applicationNotFound, notApproved, type ProducerChange } from '../producers.contract.ts'
import { message } from '../producers.messages.ts'
import { type ProducerHappening, producerMoves } from '../producers.states.ts'
import { applicationApprovedMail, applicationRejectedMail, producerEmailChangedMail } from './producers.mails.ts'
import { type Row, toApplication, toColumns } from './producers.service.ts'
import { keepUploads } from './uploads.ts'

interface NameAndPlace {
  name: string
  location: string
}

/** Products, a feature above, give this by `deps`. */
interface ProductsOfProducers {
  /** Archives or restores one batch; true if more are left. The caller has locked the producer's row, before any product. */
  settleSome: (tx: Tx, producerId: string, isSuspended: boolean) => Promise<boolean>
  /** Producers with unsettled products, after a crash. */
  findUnsettled: (db: Db) => Promise<string[]>
  /** Indexes products by the producer's name and place; call it in the transaction that changes them from `before`. */
  findByName: (tx: Tx, producerId: string, now: NameAndPlace, before?: NameAndPlace) => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    productsOfProducers: ProductsOfProducers
  }
}

const withId = (db: Db, id: string) => db.selectFrom('producer_applications').selectAll().where('id', '=', id)

export async function getApplication(db: Db, id: string) {
  const row = await withId(db, id).executeTakeFirst()
  if (!row) throw applicationNotFound()
  return { application: toApplication(row) }
}

async function lockApplication(tx: Tx, id: string): Promise<Row> {
  const row = await lockRows(tx, withId(tx, id)).executeTakeFirst()
  if (!row) throw applicationNotFound()
  return row
}

/** Throws APPLICATION_NOT_FOUND, NOT_APPROVED. */
async function lockApproved(tx: Tx, id: string) {
  const row = await lockApplication(tx, id)
  if (row.status !== 'approved') throw notApproved()
  return row
}

/** The fields of a producer in the log. */
function factsOf(producer: ReturnType<typeof toApplication>) {
  const facts = applicationFields.map((field) => {
    const value = producer[field]
    return [applicationLabels[field], typeof value === 'object' ? value.join(', ') : String(value)]
  })
  // Street and phone are nobody's business.
  const sender = producer.sendsFrom ? `by themselves, from ${producer.sendsFrom.city}` : 'the shop does'
  const consent = producer.ledgerConsent ? 'named, with sums' : 'not named'
  return Object.fromEntries([...facts, ['Sends parcels', sender], ['In the ledger', consent]])
}

/** A sample cannot get contacts. Throws BAD_INPUT. */
function checkIsNobodys(change: ProducerChange) {
  for (const field of contactFields)
    if (change[field] !== undefined) throw badInput({ [field]: message('SAMPLE_HAS_NO_CONTACT') })
}

/** Changes the given fields. Throws APPLICATION_NOT_FOUND, NOT_APPROVED, and BAD_INPUT for a lost picture or a sample's contacts. */
export async function editProducer(deps: Deps, who: Principal, id: string, change: ProducerChange) {
  const row = await transact(deps, async (tx) => {
    const before = await lockApproved(tx, id)
    const old = toApplication(before)
    if (old.isDemo) checkIsNobodys(change)
    const now = { ...old, ...change }
    const { sendsFrom, ledgerConsent, ...after } = now
    const columns = {
      ...toColumns(after),
      sends_from: sendsFrom && JSON.stringify(sendsFrom),
      ledger_consent: ledgerConsent ? 1 : 0,
    }
    const { profileImageUrl = '', coverImageUrl = '' } = change
    await keepUploads(tx, { profileImageUrl, coverImageUrl })
    const isOtherAddress = columns.email !== before.email
    const email_changed_at = isOtherAddress ? deps.now().getTime() : before.email_changed_at
    await tx
      .updateTable('producer_applications')
      .set({ ...columns, email_changed_at })
      .where('id', '=', id)
      .execute()
    // Tells the address before: another person may have asked for the change.
    if (isOtherAddress && before.email)
      await queueMail(tx, { to: before.email }, producerEmailChangedMail.of({ name: columns.name }), deps.now())
    if (columns.name !== before.name || columns.location !== before.location)
      await deps.productsOfProducers.findByName(tx, id, columns, before)
    const summary = `${columns.name} changed`
    const changes = changesBetween(factsOf(old), factsOf(now))
    await recordAct(tx, { who, action: 'producer.changed', subject: id, summary, changes, at: deps.now() })
    return { ...before, ...columns }
  })
  return { message: message('PRODUCER_SAVED', { name: row.name }), application: toApplication(row) }
}

/** Makes a move with its effect; idempotent. Answers once all products have followed. Throws APPLICATION_NOT_FOUND, ALREADY_DECIDED, NOT_APPROVED. */
export async function moveProducer(deps: Deps, who: Principal, id: string, happening: ProducerHappening) {
  const { from, to, done, action, summary, said, effect } = producerMoves[happening]
  const at = deps.now()
  const row = await transact(deps, async (tx) => {
    const before = await lockApplication(tx, id)
    const state = before.suspended_at === null ? before.status : 'suspended'
    if (done.includes(state)) return before
    if (state !== from) throw from === 'pending' ? alreadyDecided({ status: before.status }) : notApproved()
    const after = {
      status: to === 'suspended' ? 'approved' : to,
      suspended_at: to === 'suspended' ? at.getTime() : null,
      ...(from === 'pending' ? { decided_at: at.getTime(), decided_by: who.id, pending_email: null } : {}),
    }
    // Locks products before the catalogue's version, as everywhere.
    if (effect === 'products follow') await deps.productsOfProducers.settleSome(tx, id, to === 'suspended')
    await tx
      .updateTable('producer_applications')
      .set(after)
      .where('id', '=', id)
      .where('status', '=', before.status)
      .execute()
    if (from === 'pending' && to === 'approved') await deps.productsOfProducers.findByName(tx, id, before)
    if (effect === 'applicant gets mail') {
      const { email, name } = before
      const mail = to === 'approved' ? applicationApprovedMail.of({ id, name }) : applicationRejectedMail.of({ name })
      await queueMail(tx, { to: email }, mail, at)
    }
    const changes = changesBetween({ Status: state }, { Status: to })
    await recordAct(tx, { who, action, subject: id, summary: summary(before.name), changes, at })
    return { ...before, ...after }
  })
  if (effect === 'products follow') await settleProducts(deps, id)
  return { message: message(said, { name: row.name }), application: toApplication(row) }
}

/** Lets a few products at a time follow their producer. */
async function settleProducts(deps: Deps, id: string, isStopping = () => false) {
  const settleSome = () =>
    transact(deps, async (tx) => {
      const { suspended_at } = await lockApproved(tx, id)
      return deps.productsOfProducers.settleSome(tx, id, suspended_at !== null)
    })
  while (!isStopping() && (await settleSome())) await setImmediate()
}

/** Continues after a crash or stop. */
export const settlingJob = (deps: Deps): Job => ({
  name: 'products of suspended producers',
  everyMs: HOUR_MS,
  first: 'ready',
  async work(isStopping) {
    for (const id of await deps.productsOfProducers.findUnsettled(deps.db)) await settleProducts(deps, id, isStopping)
  },
})
