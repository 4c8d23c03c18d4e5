import { randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeDevice } from '#features/auth/server/device.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Config } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS } from '#shared/time.ts'

const COOKIE = 'haat-workshop-device'
const TOKEN_BYTES = 24
const KEPT_MS = 365 * DAY_MS

const cookieName = ({ isHttps }: Pick<Config, 'isHttps'>) => `${isHttps ? '__Host-' : ''}${COOKIE}`

/** The secret of a browser, which the shop keeps as a hash only; a new one where it has none. */
export const deviceToken = (config: Pick<Config, 'isHttps'>, request: FastifyRequest) =>
  request.cookies[cookieName(config)] ?? randomBytes(TOKEN_BYTES).toString('base64url')

export function keepDevice(config: Pick<Config, 'isHttps'>, reply: FastifyReply, token: string) {
  reply.setCookie(cookieName(config), token, {
    ...{ path: '/', httpOnly: true, sameSite: 'lax', secure: config.isHttps },
    maxAge: Math.floor(KEPT_MS / 1000),
  })
}

/** The browser of this token, for a year after it was last used. Undefined: it is not bound, or waits after a restore. */
export const findDevice = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('workshop_devices')
    .select('id')
    .where('token_hash', '=', hashToken(token))
    .where('paused', '=', 0)
    .where('seen_at', '>', now.getTime() - KEPT_MS)
    .executeTakeFirst()

/** Binds a browser, or finds it again. Gives its id. */
export async function bindDevice(tx: Tx, token: string, request: FastifyRequest, now: Date) {
  const name = describeDevice(request.headers['user-agent'] ?? '')
  const seen = { name, seen_at: now.getTime(), paused: 0 }
  const { id } = await tx
    .insertInto('workshop_devices')
    .values({ id: newId(), token_hash: hashToken(token), created_at: now.getTime(), ...seen })
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet(seen))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A year without use, or nobody's any more. */
export async function forgetOldDevices(db: Db, now: Date) {
  const isOld = now.getTime() - KEPT_MS
  const old = db.selectFrom('workshop_devices').select('id').where('seen_at', '<', isOld)
  await db.deleteFrom('workshop_bindings').where('device_id', 'in', old).execute()
  await db.deleteFrom('workshop_devices').where('seen_at', '<', isOld).execute()
}
