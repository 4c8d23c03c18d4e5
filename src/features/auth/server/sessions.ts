import { hash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type {} from '@fastify/cookie'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { batched } from '#kernel/db/batched.ts'
import type { Db } from '#kernel/db/database.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import { deleteInParts } from '#kernel/db/in-parts.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import type { Deps } from '#kernel/deps.ts'
import { type Role, roles, type Session, type Sessions } from '#kernel/http/session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts'

const MAX_USER_AGENT = 300
const TOKEN_BYTES = 24 // 192 bits
/** How long a session lives unused, and at most (docs/promises.md 6). */
const lifetimes = {
  user: { idleMs: 14 * DAY_MS, absoluteMs: 90 * DAY_MS },
  seller: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
} as const
/** Devices logged in to one account at most; the one unused for longest is logged out. */
const MAX_SESSIONS = 50
/** "Last seen" is written at most this often, so that reading costs no write. */
const TOUCH_EVERY_MS = 10 * MINUTE_MS

/** Was a session unused for too long, or has it become too old? */
export function hasRunOut(role: Role, row: { created_at: number; last_seen_at: number }, now: number) {
  const { idleMs, absoluteMs } = lifetimes[role]
  return now - row.last_seen_at > idleMs || now - row.created_at > absoluteMs
}

export const hashToken = (token: string) => hash('sha256', token, 'base64url')

/** `haat-user` or `haat-seller`; with https also `__Host-`, which browsers tie to this host and path. */
const sessionCookieName = (role: Role, isHttps: boolean) => `${isHttps ? '__Host-' : ''}haat-${role}`

function tokenFrom(cookieHeader: string | undefined, role: Role, isHttps: boolean) {
  const name = sessionCookieName(role, isHttps)
  for (const part of cookieHeader?.split(';') ?? []) {
    const [key, value] = part.trim().split('=', 2)
    if (key === name && value) return value
  }
  return undefined
}

export const hasSessionCookie = (cookieHeader: string | undefined, role: Role, isHttps: boolean) =>
  tokenFrom(cookieHeader, role, isHttps) !== undefined

/** On a full disk reading goes on (docs/promises.md 24): "last seen" is then written by a later request. */
function unlessDiskIsFull(error: unknown) {
  if (databaseFailure(error) !== 'disk') throw error
}

/** Read with the shopper's name and cart, which most requests with a session need: one statement costs half of two. */
const readSession = batched(
  prepared((db, { keys }: Slots<{ keys: string[] }>) =>
    db
      .selectFrom('sessions')
      .leftJoin('users', (join) =>
        join.onRef('users.id', '=', 'sessions.account_id').on('sessions.role', '=', sql.lit('user')),
      )
      .leftJoin('carts', 'carts.user_id', 'users.id')
      .select(['token_hash', 'role', 'account_id', 'sessions.created_at', 'last_seen_at'])
      .select(['users.name', 'users.email', 'users.email_confirmed_at', 'carts.items'])
      .where('token_hash', 'in', keys),
  ),
  (row) => row.token_hash,
)

/** What the kernel asks of sessions. */
export const createSessions = (deps: Pick<Deps, 'db' | 'config' | 'now'>): Sessions => ({
  find: (role, cookieHeader) => findSession(deps, role, cookieHeader),
  cookieName: (role) => sessionCookieName(role, deps.config.isHttps),
})

async function findSession(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  role: Role,
  cookieHeader: string | undefined,
): Promise<Session | undefined> {
  const token = tokenFrom(cookieHeader, role, deps.config.isHttps)
  if (!token) return undefined
  const tokenHash = hashToken(token)
  const row = await readSession(deps.db, tokenHash)
  if (row?.role !== role) return undefined
  const now = deps.now().getTime()
  if (hasRunOut(role, row, now)) {
    await endSession(deps.db, tokenHash).catch(unlessDiskIsFull)
    return undefined
  }
  if (now - row.last_seen_at > TOUCH_EVERY_MS) {
    const touch = deps.db.updateTable('sessions').set({ last_seen_at: now }).where('token_hash', '=', tokenHash)
    await touch.execute().catch(unlessDiskIsFull)
  }
  const { account_id: accountId, name, email, items } = row
  if (name === null || email === null) return { role, accountId, tokenHash }
  const isEmailConfirmed = row.email_confirmed_at !== null
  return { role, accountId, tokenHash, shopper: { name, email, isEmailConfirmed, items } }
}

/** Starts a session for the browser behind `reply`; the one it had is ended. `db` may be a transaction. */
export async function startSession(
  db: Db,
  deps: Pick<Deps, 'config' | 'now'>,
  role: Role,
  accountId: string,
  headers: IncomingHttpHeaders,
) {
  const before = tokenFrom(headers.cookie, role, deps.config.isHttps)
  if (before) await endSession(db, hashToken(before))
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const now = deps.now().getTime()
  await db
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      role,
      account_id: accountId,
      created_at: now,
      last_seen_at: now,
      user_agent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    })
    .execute()
  const newest = db
    .selectFrom('sessions')
    .select('token_hash')
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(MAX_SESSIONS)
  await db
    .deleteFrom('sessions')
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('token_hash', 'not in', newest)
    .execute()
  return token
}

/** Logs an account out everywhere, or everywhere else. */
export async function endSessions(db: Db, role: Role, accountId: string, keptTokenHash = '') {
  await db
    .deleteFrom('sessions')
    .where('role', '=', role)
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', keptTokenHash)
    .execute()
}

async function endSession(db: Db, tokenHash: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends the session on the server and takes the cookie away. Nobody logged in: nothing happens. */
export async function endSessionOf(deps: Deps, role: Role, cookieHeader: string | undefined, reply: FastifyReply) {
  const token = tokenFrom(cookieHeader, role, deps.config.isHttps)
  if (token) await endSession(deps.db, hashToken(token))
  setSessionCookie(deps, reply, role, '', 0)
}

export function setSessionCookie(
  deps: Pick<Deps, 'config'>,
  reply: FastifyReply,
  role: Role,
  token: string,
  maxAgeMs: number = lifetimes[role].absoluteMs,
) {
  reply.setCookie(sessionCookieName(role, deps.config.isHttps), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.config.isHttps,
    maxAge: Math.floor(maxAgeMs / 1000),
  })
}

/** Deletes sessions that have ended. */
export async function deleteOldSessions({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const at = now().getTime()
  for (const role of roles) {
    const { idleMs, absoluteMs } = lifetimes[role]
    for (const isOver of [sql`last_seen_at < ${at - idleMs}`, sql`created_at < ${at - absoluteMs}`])
      await deleteInParts(db, 'sessions', ['token_hash'], sql`${isOver} and role = ${role}`)
  }
}
