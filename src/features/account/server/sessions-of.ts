import { createHash } from 'node:crypto'
import { describeDevice } from '#features/auth/server/device.ts'
import { hasRunOut } from '#features/auth/server/sessions.ts'
import type { Deps } from '#kernel/deps.ts'
import type { AccountKind } from '#shared/endpoint.ts'

type Looked = Pick<Deps, 'db' | 'clock' | 'now' | 'sessions'>

/** A public name of a session: its hash stays on the server. */
const publicId = (tokenHash: string) => createHash('sha256').update(tokenHash).digest('base64url').slice(0, 22)

async function sessionsOf(deps: Looked, kind: AccountKind, accountId: string) {
  const rows = await deps.db
    .selectFrom('sessions')
    .selectAll()
    .where('role', '=', kind)
    .where('account_id', '=', accountId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('token_hash')
    .execute()
  return rows.filter((row) => deps.clock.doubt() || !hasRunOut(deps.sessions.kinds[kind], row, deps.now().getTime()))
}

/** Where somebody is logged in, last used first. `own`: the session that asks. */
export async function listDevices(deps: Looked, kind: AccountKind, accountId: string, own: { tokenHash: string }) {
  const rows = await sessionsOf(deps, kind, accountId)
  return rows.map((row) => ({
    _id: publicId(row.token_hash),
    isThisDevice: row.token_hash === own.tokenHash,
    device: describeDevice(row.user_agent),
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
  }))
}

/** Undefined: there is no such session, or it is over. */
export async function findDevice(deps: Looked, kind: AccountKind, accountId: string, id: string) {
  return (await sessionsOf(deps, kind, accountId)).find((row) => publicId(row.token_hash) === id)
}
