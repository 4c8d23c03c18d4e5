import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import { batched } from '#kernel/db/query/batched.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { type Kind, linesOf, kinds as ownKinds } from '#kernel/guard/principals.ts'
import type { Session, Sessions } from '#kernel/guard/session.ts'
import type { AccountKind } from '#shared/endpoint.ts'
import { readRights } from '#shared/rights.ts'
import { MINUTE_MS } from '#shared/time.ts'
import { checkOwnPassword } from './own-password.ts'
import { asksFor, provedFrom } from './proofs.ts'
import { readWorkshop, SHARED_IDLE_MS } from './workshop-session.ts'

const MAX_USER_AGENT = 300
const TOKEN_BYTES = 24 // 192 bits
/** The most devices of one account; the one unused for longest is logged out. */
const MAX_SESSIONS = 50
/** "Last seen" is written at most this often, so that reading costs no write. */
const TOUCH_EVERY_MS = 10 * MINUTE_MS

export const hasRunOut = (
  { idleMs, absoluteMs }: Kind,
  row: { created_at: number; last_seen_at: number },
  now: number,
) => now - row.last_seen_at > idleMs || now - row.created_at > absoluteMs

export const hashToken = (token: string) => hash('sha256', token, 'base64url')

const sessionCookieName = ({ cookie }: Kind, isHttps: boolean) => `${isHttps ? '__Host-' : ''}${cookie}`

function tokenFrom(cookieHeader: string | undefined, kind: Kind, isHttps: boolean) {
  const name = sessionCookieName(kind, isHttps)
  for (const part of cookieHeader?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

/** On a full disk reading goes on (docs/promises.md 24); a later request writes "last seen". */
function unlessDiskIsFull(error: unknown) {
  if (databaseFailure(error) !== 'disk') throw error
}

/** Name and cart come along, since most requests need them: one statement costs half of two. */
const readSession = batched(
  prepared((db, { keys }: Slots<{ keys: string[] }>) =>
    db
      .selectFrom('sessions')
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'sessions.account_id').on('sessions.role', '=', sql.lit('user')),
      )
      .leftJoin('carts', 'carts.user_id', 'users.id')
      .leftJoin('sellers', (join) =>
        join.onRef('sellers.id', '=', 'sessions.account_id').on('sessions.role', '=', sql.lit('seller')),
      )
      .select(['token_hash', 'role', 'account_id', 'sessions.created_at', 'last_seen_at', 'device_id'])
      .select(['users.name', 'users.email', 'users.email_confirmed_at', 'carts.items', 'sellers.rights'])
      .select(['sellers.name as person_name', 'sellers.factor_since', 'proved_until'])
      .where('token_hash', 'in', keys),
  ),
  (row) => row.token_hash,
)

type Lookup = Pick<Deps, 'db' | 'config' | 'now' | 'clock' | 'limits'>

export const createSessions = (deps: Lookup, kinds = ownKinds): Sessions => ({
  kinds,
  find: (kind, cookieHeader) => findSession(deps, { ...kinds[kind], name: kind }, cookieHeader),
  cookiesIn: (cookieHeader) =>
    linesOf(kinds).filter((kind) => tokenFrom(cookieHeader, kinds[kind], deps.config.isHttps) !== undefined),
  cookieName: (kind) => sessionCookieName(kinds[kind], deps.config.isHttps),
  checkPassword: async (principal, password) => void (await checkOwnPassword(deps, principal, password)),
})

async function findSession(
  deps: Lookup,
  kind: Kind & { name: AccountKind },
  cookieHeader: string | undefined,
): Promise<Session | undefined> {
  const token = tokenFrom(cookieHeader, kind, deps.config.isHttps)
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const row = await readSession(deps.db, tokenHash)
  if (row?.role !== kind.name) return undefined
  const inWorkshop = kind.name === 'producer' ? await readWorkshop(deps.db, row) : undefined
  if (kind.name === 'producer' && !inWorkshop) return undefined
  const isShared = inWorkshop?.workshop.device?.isShared === true
  const now = deps.now().getTime()
  // While the date is in doubt, no session is old.
  if (!deps.clock.doubt() && hasRunOut(isShared ? { ...kind, idleMs: SHARED_IDLE_MS } : kind, row, now)) {
    await endSession(deps.db, tokenHash).catch(unlessDiskIsFull)
    return undefined
  }
  if (!deps.clock.doubt() && now - row.last_seen_at > (isShared ? MINUTE_MS : TOUCH_EVERY_MS)) {
    const touch = deps.db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash)
    await touch.execute().catch(unlessDiskIsFull)
  }
  const { name, email, items, person_name: personName } = row
  const session = { kind: kind.name, id: row.account_id, rights: readRights(row.rights ?? ''), tokenHash }
  if (kind.name === 'seller') {
    if (personName === null) return undefined
    const { factor_since: since, proved_until: provedUntil } = row
    const proof = { provedUntil: provedUntil ?? 0, asks: asksFor(since, deps.now()), hasFactor: since !== null }
    return { ...session, person: { name: personName, ...proof } }
  }
  if (inWorkshop) return { ...session, ...inWorkshop }
  if (name === null || email === null) return session
  const isEmailConfirmed = row.email_confirmed_at !== null
  return { ...session, shopper: { name, email, isEmailConfirmed, items } }
}

/** Ends the browser's earlier session. `db` may be a transaction. */
export async function startSession(
  db: Db,
  deps: Pick<Deps, 'config' | 'now' | 'sessions'>,
  kind: AccountKind,
  accountId: string,
  headers: IncomingHttpHeaders,
  // Whoever logs in has proved who it is, but for a factor that is too new.
  { proves = kind === 'seller', deviceId = null }: { proves?: boolean; deviceId?: string | null } = {},
) {
  const before = tokenFrom(headers.cookie, deps.sessions.kinds[kind], deps.config.isHttps)
  if (before) await endSession(db, hashToken(before))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = deps.now().getTime()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      role: kind,
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      user_agent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
      proved_until: proves ? provedFrom(deps.now()) : null,
      device_id: deviceId,
    })
    .execute()
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('role', '=', kind)
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
  await db
    .deleteFrom('sessions')
    .where('role', '=', kind)
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', newest)
    .execute()
  return token
}

export async function endSessions(db: Db, kind: AccountKind, accountId: string, keptTokenHash = '') {
  await db
    .deleteFrom('sessions')
    .where('role', '=', kind)
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', keptTokenHash)
    .execute()
}

/** By the hash of its token. */
export async function endSession(db: Db, tokenHash: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends the session, if there is one, and removes the cookie. */
export async function endSessionOf(
  deps: Deps,
  kind: AccountKind,
  cookieHeader: string | undefined,
  reply: FastifyReply,
) {
  const token = tokenFrom(cookieHeader, deps.sessions.kinds[kind], deps.config.isHttps)
  if (token) await endSession(deps.db, hashToken(token))
  setSessionCookie(deps, reply, kind, '', 0)
}

export function setSessionCookie(
  deps: Pick<Deps, 'config' | 'sessions'>,
  reply: FastifyReply,
  kind: AccountKind,
  token: string,
  maxAgeMs: number = deps.sessions.kinds[kind].absoluteMs,
) {
  reply.setCookie(deps.sessions.cookieName(kind), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.isHttps,
    maxAge: Math.floor(maxAgeMs / 1000),
  })
}

export async function deleteOldSessions({ db, now, sessions: { kinds } }: Pick<Deps, 'db' | 'now' | 'sessions'>) {
  const at = now().getTime()
  for (const kind of linesOf(kinds)) {
    const { idleMs, absoluteMs } = kinds[kind]
    for (const isOver of [sql`last_seen_at < ${at - idleMs}`, sql`created_at < ${at - absoluteMs}`])
      await deleteInParts(db, 'sessions', ['token_hash'], sql`${isOver} and role = ${kind}`)
  }
}
