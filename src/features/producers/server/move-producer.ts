import { setImmediate } from 'node:timers/promises'
import { changesBetween } from '#features/audit/audit.changes.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { HOUR_MS } from '#shared/time.ts'
import { alreadyDecided, notApproved } from '../producers.contract.ts'
import { message } from '../producers.messages.ts'
import { type ProducerHappening, producerMoves } from '../producers.states.ts'
import { getApplication } from './applications.ts'
import { type Application, lockProducer, lockWithApplication } from './lock-producer.ts'
import { applicationApprovedMail, applicationRejectedMail } from './producers.mails.ts'

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
  /** The same for holidays: `backOn` is the day of the return of who is away, else null. Without a producer: products whose producer is gone. */
  settleSomeHolidays: (
    tx: Tx,
    producerId: string | null,
    away: { backOn: string | null; canBeOrdered: boolean },
  ) => Promise<boolean>
  /** Indexes products by the producer's name and place; call it in the transaction that changes them from `before`. */
  findByName: (tx: Tx, producerId: string, now: NameAndPlace, before?: NameAndPlace) => Promise<void>
}

declare module '#kernel/deps.ts' {
  interface Deps {
    productsOfProducers: ProductsOfProducers
  }
}

interface Decision {
  to: 'approved' | 'rejected'
  /** What who is rejected is told. */
  message: string | undefined
}

/** What was sent becomes a record of its own, which changes from then on, or stays as it was sent. */
async function decide(deps: Deps, tx: Tx, who: Principal, application: Application, { to, message }: Decision) {
  const { id, email, name, language } = application
  const now = deps.now()
  const answer = to === 'rejected' ? message : undefined
  const decided = {
    status: to,
    answer: answer ?? null,
    decided_at: now.getTime(),
    decided_by: who.id,
    pending_email: null,
  }
  await tx.updateTable('producer_applications').set(decided).where('id', '=', id).execute()
  if (to === 'approved') {
    const { status, decided_at, decided_by, shop_told, pending_email, answer: _, token: __, ...told } = application
    await tx
      .insertInto('producers')
      .values({ ...told, application_id: id, approved_at: now.getTime() })
      .execute()
    await deps.productsOfProducers.findByName(tx, id, told)
  }
  const mail =
    to === 'approved'
      ? applicationApprovedMail.of({ id, name }, language)
      : applicationRejectedMail.of({ name, answer, token: application.token ?? undefined }, language)
  await queueMail(tx, { to: email }, mail, now)
}

async function followWithProducts(deps: Deps, tx: Tx, id: string, isSuspended: boolean) {
  // Locks products before the catalogue's version, as everywhere.
  await deps.productsOfProducers.settleSome(tx, id, isSuspended)
  const suspended_at = isSuspended ? deps.now().getTime() : null
  await tx.updateTable('producers').set({ suspended_at }).where('id', '=', id).execute()
}

/** Makes a move with its effect; idempotent. Answers once all products have followed. Throws APPLICATION_NOT_FOUND, ALREADY_DECIDED, NOT_APPROVED. */
export async function moveProducer(
  deps: Deps,
  who: Principal,
  id: string,
  happening: ProducerHappening,
  told?: string,
) {
  const { from, to, done, action, summary, said, effect } = producerMoves[happening]
  const name = await transact(deps, async (tx) => {
    const { application, producer } = await lockWithApplication(tx, id)
    const { name } = producer ?? application
    const state = producer ? (producer.suspended_at === null ? 'approved' : 'suspended') : application.status
    if (done.includes(state)) return name
    if (state !== from)
      throw from === 'pending' ? alreadyDecided({ status: state === 'suspended' ? 'approved' : state }) : notApproved()
    if (application && to !== 'suspended' && to !== 'pending')
      await decide(deps, tx, who, application, { to, message: told })
    else await followWithProducts(deps, tx, id, to === 'suspended')
    const answered: Record<string, string> = to === 'rejected' && told ? { 'What they were told': told } : {}
    const changes = changesBetween({ Status: state }, { Status: to, ...answered })
    await recordAct(tx, { who, action, subject: id, summary: summary(name), changes, at: deps.now() })
    return name
  })
  if (effect === 'products follow') await settleProducts(deps, id)
  const { application } = await getApplication(deps.db, id)
  return { message: message(said, { name }), application }
}

/** Lets a few products at a time follow their producer. */
async function settleProducts(deps: Deps, id: string, isStopping = () => false) {
  const settleSome = () =>
    transact(deps, async (tx) => {
      const { suspended_at } = await lockProducer(tx, id)
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
