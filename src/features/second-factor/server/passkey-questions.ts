import { isIP } from 'node:net'
import { sql } from 'kysely'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps } from '#kernel/deps.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { noPasskeysHere } from '../passkeys.contract.ts'

export const ANSWERED_WITHIN_MS = 5 * MINUTE_MS

/** The address at which browsers have passkeys, and the name that these belong to. Null: an IP address, or no https. */
export function passkeyPlace({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isSafe = protocol === 'https:' || hostname === 'localhost'
  return isSafe && isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { id: hostname, origin } : null
}

/** Throws NO_PASSKEYS_HERE. */
export function needPlace(config: Pick<Config, 'publicUrl'>) {
  const place = passkeyPlace(config)
  if (!place) throw noPasskeysHere()
  return place
}

/** Remembers what is to be signed. `personId` adds a passkey; null: a login, or a proof. */
export async function keepQuestion({ db, now }: Pick<Deps, 'db' | 'now'>, question: string, personId: string | null) {
  const expires_at = now().getTime() + ANSWERED_WITHIN_MS
  const row = { question_hash: hashToken(question), person_id: personId, expires_at }
  await db.insertInto('passkey_questions').values(row).execute()
}

/** False: it was not asked, is answered already, or too old. */
export async function takeQuestion(db: Db, question: string, personId: string | null, now: Date) {
  const taken = await db
    .deleteFrom('passkey_questions')
    .where('question_hash', '=', hashToken(question))
    .where('person_id', personId === null ? 'is' : '=', personId)
    .where('expires_at', '>', now.getTime())
    .executeTakeFirstOrThrow()
  return taken.numDeletedRows > 0n
}

export const deleteOldQuestions = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'passkey_questions', ['question_hash'], sql`expires_at < ${now().getTime()}`)
