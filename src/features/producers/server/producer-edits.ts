import { setImmediate } from 'node:timers/promises'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { setProducerWords } from '#kernel/db/word-index.ts'
import type { Deps } from '#kernel/deps.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { badInput } from '#shared/app-error.ts'
import { HOUR_MS } from '#shared/time.ts'
import { applicationFields, applicationLabels, contactFields } from '../application-form.rules.ts'
import { alreadyDecided, applicationNotFound, notApproved, type ProducerChange } from '../producers.contract.ts'
import { type ProducerHappening, producerMoves } from '../producers.states.ts'
import { applicationApprovedMail, applicationRejectedMail } from './producers.mails.ts'
import { type Row, toApplication, toColumns } from './producers.service.ts'
import { keepUploads } from './uploads.ts'

/** Products, which are a feature above this one: it gives this to `deps`. */
interface ProductsOfProducers {
  /**
   * Has some of a producer's products follow when it is suspended or taken back, and says whether there may be more. The producer's
   * row is locked by the caller, before any product.
   */
  settleSome: (tx: Tx, producerId: string, isSuspended: boolean) => Promise<boolean>
  /** Producers with products that have not followed: a crash came in between. */
  findUnsettled: (db: Db) => Promise<string[]>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    productsOfProducers: ProductsOfProducers
  }
}

const withId = (db: Db, id: string) => db.selectFrom('producer_applications').selectAll().where('id', '=', id)

/** Throws APPLICATION_NOT_FOUND. */
export async function getApplication(db: Db, id: string) {
  const row = await withId(db, id).executeTakeFirst()
  if (!row) throw applicationNotFound()
  return { application: toApplication(row) }
}

/** Throws APPLICATION_NOT_FOUND. */
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

/** A producer as the log tells of it. */
function factsOf(producer: ReturnType<typeof toApplication>) {
  const facts = applicationFields.map((field) => {
    const value = producer[field]
    return [applicationLabels[field], typeof value === 'object' ? value.join(', ') : String(value)]
  })
  // Without street and phone, which are nobody else's business.
  const sender = producer.sendsFrom ? `by themselves, from ${producer.sendsFrom.city}` : 'the shop does'
  const consent = producer.ledgerConsent ? 'named, with sums' : 'not named'
  return Object.fromEntries([...facts, ['Sends parcels', sender], ['In the ledger', consent]])
}

/** A sample producer is nobody who could be written to or called. Throws BAD_INPUT. */
function checkIsNobodys(change: ProducerChange) {
  for (const field of contactFields)
    if (change[field] !== undefined)
      throw badInput({ [field]: 'A sample producer of the demo has no email address and no mobile number' })
}

/**
 * What is given changes, the rest stays. Throws APPLICATION_NOT_FOUND, NOT_APPROVED, and BAD_INPUT for a picture that is gone and for
 * the e-mail address or mobile number of a sample.
 */
export async function editProducer(deps: Deps, sellerId: string, id: string, change: ProducerChange) {
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
    await tx.updateTable('producer_applications').set(columns).where('id', '=', id).execute()
    if (columns.name !== before.name) await setProducerWords(tx, id, columns.name, before.name)
    const summary = `${columns.name} changed`
    const changes = changesBetween(factsOf(old), factsOf(now))
    await recordAct(tx, { sellerId, action: 'producer.changed', subject: id, summary, changes, at: deps.now() })
    return { ...before, ...columns }
  })
  return { message: `${row.name} is saved`, application: toApplication(row) }
}

/**
 * Makes the move of the table for what happens, with its effect; the same again changes nothing. Where products follow, it is answered
 * when all of them have. Throws APPLICATION_NOT_FOUND, ALREADY_DECIDED, NOT_APPROVED.
 */
export async function moveProducer(deps: Deps, sellerId: string, id: string, happening: ProducerHappening) {
  const { from, to, done, action, summary, answer, effect } = producerMoves[happening]
  const at = deps.now()
  const row = await transact(deps, async (tx) => {
    const before = await lockApplication(tx, id)
    const state = before.suspended_at === null ? before.status : 'suspended'
    if (done.includes(state)) return before
    if (state !== from) throw from === 'pending' ? alreadyDecided(before.status) : notApproved()
    const after = {
      status: to === 'suspended' ? 'approved' : to,
      suspended_at: to === 'suspended' ? at.getTime() : null,
      ...(from === 'pending' ? { decided_at: at.getTime(), decided_by: sellerId, pending_email: null } : {}),
    }
    // Lock order: products before the catalogue's version, as everywhere.
    if (effect === 'products follow') await deps.productsOfProducers.settleSome(tx, id, to === 'suspended')
    await tx
      .updateTable('producer_applications')
      .set(after)
      .where('id', '=', id)
      .where('status', '=', before.status)
      .execute()
    if (from === 'pending' && to === 'approved') await setProducerWords(tx, id, before.name)
    if (effect === 'applicant gets mail') {
      const { email, name } = before
      const mail = to === 'approved' ? applicationApprovedMail.of({ id, name }) : applicationRejectedMail.of({ name })
      await queueMail(tx, { to: email }, mail, at)
    }
    const changes = changesBetween({ Status: state }, { Status: to })
    await recordAct(tx, { sellerId, action, subject: id, summary: summary(before.name), changes, at })
    return { ...before, ...after }
  })
  if (effect === 'products follow') await settleProducts(deps, id)
  return { message: answer(row.name), application: toApplication(row) }
}

/** Archives all products of a suspended producer, or brings them back, a few at a time. */
async function settleProducts(deps: Deps, id: string, isStopping = () => false) {
  const settleSome = () =>
    transact(deps, async (tx) => {
      const { suspended_at } = await lockApproved(tx, id)
      return deps.productsOfProducers.settleSome(tx, id, suspended_at !== null)
    })
  while (!isStopping() && (await settleSome())) await setImmediate()
}

/** Finishes what a crash or a stop interrupted. */
export const settlingJob = (deps: Deps): Job => ({
  name: 'products of suspended producers',
  everyMs: HOUR_MS,
  first: 'ready',
  async work(isStopping) {
    for (const id of await deps.productsOfProducers.findUnsettled(deps.db)) await settleProducts(deps, id, isStopping)
  },
})
