import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { describeDevice } from '#features/auth/server/device.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Tx } from '#kernel/db/database.ts'
import { deleteInParts } from '#kernel/db/query/in-parts.ts'
import type { Deps, OwnDeps } from '#kernel/deps.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { DAY_MS } from '#shared/time.ts'
import { setOwnCookie, tokenIn } from './own-cookies.ts'
import { newDeviceMail } from './second-factor.mails.ts'

const TOKEN_BYTES = 24
const KEPT_MS = 365 * DAY_MS

/** Tells a person with a second factor of a browser that never logged in as them before, but for the one in which it was set up. */
export async function noteDevice(
  tx: Tx,
  { config, now }: Pick<OwnDeps, 'config' | 'now'>,
  person: { id: string; email: string },
  request: FastifyRequest,
) {
  const at = now()
  const token = tokenIn(config, request, 'device') ?? randomBytes(TOKEN_BYTES).toString('base64url')
  const known = await tx
    .selectFrom('known_devices')
    .select('token_hash')
    .where('person_id', '=', person.id)
    .where('seen_at', '>', at.getTime() - KEPT_MS)
    .execute()
  const token_hash = hashToken(token)
  if (known.length > 0 && !known.some((device) => device.token_hash === token_hash)) {
    const device = describeDevice(request.headers['user-agent'] ?? '')
    await queueMail(tx, { to: person.email }, newDeviceMail.of({ device }), at)
  }
  const seen = { seen_at: at.getTime() }
  await tx
    .insertInto('known_devices')
    .values({ token_hash, person_id: person.id, ...seen })
    .onConflict((conflict) => conflict.columns(['token_hash', 'person_id']).doUpdateSet(seen))
    .execute()
  return (reply: FastifyReply) => setOwnCookie(config, reply, 'device', token, KEPT_MS)
}

export const forgetOldDevices = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  deleteInParts(db, 'known_devices', ['token_hash', 'person_id'], sql`seen_at < ${now().getTime() - KEPT_MS}`)
