import { describeDevice } from '#features/auth/server/device.ts'
import { transact } from '#kernel/background.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { foldText } from '#shared/text.ts'
import type { Change } from '../audit.changes.ts'
import type { ActorKind, AuditAction } from '../audit.contract.ts'

export interface Act {
  action: AuditAction
  subject: string
  summary: string
  changes?: readonly Change[]
}

interface Actor {
  /** With `tokenHash` (a session), the device is named too. */
  who: Principal & { tokenHash?: string }
  at: Date
  /** Background work is written even if the account is gone since. */
  isInBackground?: true
}

export type SellerAct = Actor & Act

/** Writes what somebody did, in the transaction that does it; gives their e-mail address. Throws NOT_LOGGED_IN when the account is gone. */
export const recordAct = (tx: Tx, { who, at, isInBackground, ...act }: SellerAct) =>
  recordActs(tx, { who, at, ...(isInBackground ? { isInBackground } : {}) }, [act])

/** Several acts of one actor; with `who.bulk` they are shown as one. Gives the e-mail address, or the key's name. */
export async function recordActs(tx: Tx, { who, at, isInBackground }: Actor, acts: readonly Act[]) {
  const actor = await findActor(tx, who)
  if (!actor && !isInBackground) throw notLoggedIn()
  const { kind, name, email, device } = actor ?? theShop
  const rows = acts.map(({ changes = [], ...act }) => ({
    ...act,
    at: at.getTime(),
    seller_id: who.id,
    seller_email: email,
    actor_kind: kind,
    actor_name: name,
    device,
    bulk: who.bulk ?? null,
    changes: changes.length > 0 ? JSON.stringify(changes) : null,
    search_text: foldText([act.summary, email, name, ...changes.flatMap((one) => [one.old, one.new])].join(' ')),
  }))
  if (rows.length > 0) await tx.insertInto('audit_log').values(rows).execute()
  return email
}

interface NamedActor {
  kind: ActorKind
  name: string
  email: string
  device: string
}

const theShop: NamedActor = { kind: 'shop', name: '', email: '', device: '' }

const keyNamed = (name: string): NamedActor => ({ kind: 'key', name, email: `Key ${name}`, device: '' })

async function findActor(tx: Tx, { kind, id, key, tokenHash }: Actor['who']): Promise<NamedActor | undefined> {
  if (key) return keyNamed(key.name)
  if (kind === 'producer') return findProducerPerson(tx, id, tokenHash)
  if (kind !== 'seller') return undefined
  const person = await tx
    .selectFrom('sellers')
    .leftJoin('sessions', (join) => join.on('token_hash', '=', tokenHash ?? ''))
    .select(['name', 'email', 'user_agent'])
    .where('sellers.id', '=', id)
    .executeTakeFirst()
  if (!person) {
    // Background work knows the id alone, and a key may have begun it.
    const begunBy = await tx.selectFrom('api_keys').select('name').where('id', '=', id).executeTakeFirst()
    return begunBy && keyNamed(begunBy.name)
  }
  const { name, email, user_agent: userAgent } = person
  return { kind: 'person', name, email, device: userAgent ? describeDevice(userAgent) : '' }
}

/** By whom for whom: a helper works for several producers. */
async function findProducerPerson(tx: Tx, id: string, tokenHash = ''): Promise<NamedActor | undefined> {
  const person = await tx
    .selectFrom('producer_people as person')
    .innerJoin('producers as producer', 'producer.id', 'person.producer_id')
    .leftJoin('sessions', (join) => join.on('token_hash', '=', tokenHash))
    .select(['person.name', 'person.helper', 'producer.name as producer', 'user_agent'])
    .where('person.id', '=', id)
    .executeTakeFirst()
  if (!person) return undefined
  const name = `${person.name} ${person.helper ? 'for' : 'of'} ${person.producer}`
  return { kind: 'producer', name, email: name, device: person.user_agent ? describeDevice(person.user_agent) : '' }
}

/** Reading the data of many people is logged like a change (docs/promises.md 34). */
export const recordExport = (deps: Pick<Deps, 'db' | 'jobs' | 'now'>, who: Principal, act: Act) =>
  transact(deps, (tx) => recordAct(tx, { who, at: deps.now(), ...act }))

/** The newest of these acts on any of these subjects. */
export function findLastAct(db: Db, subjects: readonly string[], actions: readonly AuditAction[]) {
  return db
    .selectFrom('audit_log')
    .select(['seller_email', 'at'])
    .where('subject', 'in', subjects)
    .where('action', 'in', actions)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
