import { randomBytes } from 'node:crypto'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { storedRights } from '#features/auth/server/people.ts'
import { provedUntil } from '#features/auth/server/proofs.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import { transact } from '#kernel/background.ts'
import type { Tx } from '#kernel/db/database.ts'
import { lockRows } from '#kernel/db/engine.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { KEY_BEGINS, type Keys } from '#kernel/guard/keys.ts'
import type { Session } from '#kernel/guard/session.ts'
import { badInput } from '#shared/app-error.ts'
import { indianDay, startOfIndianDay } from '#shared/day.ts'
import { newId } from '#shared/ids.ts'
import { type Right, readRights } from '#shared/rights.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { type ApiKey, keyNotFound, tooManyKeys } from '../keys.contract.ts'
import { message } from '../keys.messages.ts'

const KEY_BYTES = 24 // 192 bits
const MOST_KEYS = 100
/** "Last used" is written at most this often, so that reading costs no write. */
const TOUCH_EVERY_MS = 10 * MINUTE_MS

type Row = Pick<Tables['api_keys'], 'ends_at'> & { paused: number }

const hasEnded = ({ ends_at }: Row, now: Date) => ends_at !== null && ends_at <= now.getTime()

/** Each call looks its key up, so that a key which was ended opens nothing more in any process. */
export const createKeys = ({ db, now }: Pick<OwnDeps, 'db' | 'now'>): Keys => ({
  async find(key) {
    const row = await db.selectFrom('api_keys').selectAll().where('key_hash', '=', hashToken(key)).executeTakeFirst()
    if (!row || row.paused || hasEnded(row, now())) return undefined
    const at = now().getTime()
    if (at - (row.last_used_at ?? 0) > TOUCH_EVERY_MS)
      await db
        .updateTable('api_keys')
        .set({ last_used_at: at })
        .where('id', '=', row.id)
        .execute()
        .catch((error) => {
          // On a full disk reading goes on (docs/promises.md 24); a later call writes "last used".
          if (databaseFailure(error) !== 'disk') throw error
        })
    const { id, name, rights, key_hash: tokenHash } = row
    return { kind: 'seller', id, rights: readRights(rights), tokenHash, key: { name } }
  },
})

export async function listKeys(deps: Deps, session: Session) {
  const rows = await deps.db
    .selectFrom('api_keys')
    .leftJoin('sellers', 'sellers.id', 'api_keys.made_by')
    .selectAll('api_keys')
    .select('sellers.email')
    .orderBy('api_keys.name')
    .orderBy('api_keys.id')
    .execute()
  const keys = rows.map(
    (row): ApiKey => ({
      ...{ _id: row.id, name: row.name, rights: readRights(row.rights) },
      ...{ madeAt: new Date(row.made_at), madeBy: row.email ?? '' },
      until: row.ends_at === null ? null : indianDay(new Date(row.ends_at - 1)),
      lastUsedAt: row.last_used_at === null ? null : new Date(row.last_used_at),
      state: hasEnded(row, deps.now()) ? 'ended' : row.paused ? 'paused' : 'works',
    }),
  )
  return { keys, provedUntil: provedUntil(deps, session) }
}

interface Wanted {
  name: string
  rights: readonly Right[]
  /** The last day, in India. */
  until?: string | undefined
}

/** Answers the key this once. Throws TOO_MANY_KEYS, NOT_LOGGED_IN, BAD_INPUT for a day that is over. */
export async function makeKey(deps: Deps, session: Session, { name, rights, until }: Wanted) {
  const at = deps.now()
  if (until !== undefined && until < indianDay(at)) throw badInput({ until: message('KEY_ENDS_IN_THE_PAST') })
  const key = `${KEY_BEGINS}${randomBytes(KEY_BYTES).toString('base64url')}`
  const id = newId()
  const stored = storedRights(rights)
  await transact(deps, async (tx) => {
    const known = await lockRows(tx, tx.selectFrom('api_keys').select('id')).execute()
    if (known.length >= MOST_KEYS) throw tooManyKeys({ most: MOST_KEYS })
    await tx
      .insertInto('api_keys')
      .values({
        ...{ id, name, rights: stored, key_hash: hashToken(key), made_at: at.getTime(), made_by: session.id },
        ends_at: until === undefined ? null : startOfIndianDay(until, 1),
      })
      .execute()
    const changes = [
      { field: 'Rights', old: '', new: stored },
      ...(until === undefined ? [] : [{ field: 'Last day', old: '', new: until }]),
    ]
    await recordAct(tx, { who: session, at, action: 'key.made', subject: id, summary: `API key ${name} made`, changes })
  })
  return { _id: id, key, message: message('KEY_MADE', { name }) }
}

async function lockKey(tx: Tx, id: string) {
  const key = await lockRows(tx, tx.selectFrom('api_keys').select('name').where('id', '=', id)).executeTakeFirst()
  if (!key) throw keyNotFound()
  return key
}

/** Throws KEY_NOT_FOUND, NOT_LOGGED_IN. */
export async function endKey(deps: Deps, session: Session, id: string) {
  return transact(deps, async (tx) => {
    const { name } = await lockKey(tx, id)
    await tx.deleteFrom('api_keys').where('id', '=', id).execute()
    const summary = `API key ${name} ended`
    await recordAct(tx, { who: session, at: deps.now(), action: 'key.ended', subject: id, summary })
    return { message: message('KEY_ENDED', { name }) }
  })
}

/** Throws KEY_NOT_FOUND, NOT_LOGGED_IN. */
export async function resumeKey(deps: Deps, session: Session, id: string) {
  return transact(deps, async (tx) => {
    const { name } = await lockKey(tx, id)
    await tx.updateTable('api_keys').set({ paused: 0 }).where('id', '=', id).execute()
    const summary = `API key ${name} works again after a restore`
    await recordAct(tx, { who: session, at: deps.now(), action: 'key.resumed', subject: id, summary })
    return { message: message('KEY_RESUMED', { name }) }
  })
}
