import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Config } from '#kernel/config.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { DAY_MS } from '#shared/time.ts'
import { PHONE_END_LENGTH } from '../pin.rules.ts'

const INVITATION_DAYS = 14
const TOKEN_BYTES = 24
/** Then the invitation is over: who has the link knows four digits, or does not. */
export const MOST_WRONG_PHONE_ENDS = 5

export type Invitation = Selectable<Tables['producer_invitations']>

/** Where an invitation leads. */
export const workshopEnterUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, token: string) =>
  `${publicUrl}/workshop/enter?token=${token}`

/** Writes one, in place of an older one for the same person. Gives the token, which is told this once. */
export async function writeInvitation(
  tx: Tx,
  invitation: Omit<Invitation, 'token_hash' | 'expires_at' | 'wrong'>,
  now: Date,
) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const until = now.getTime() + INVITATION_DAYS * DAY_MS
  if (invitation.person_id !== null)
    await tx.deleteFrom('producer_invitations').where('person_id', '=', invitation.person_id).execute()
  await tx
    .insertInto('producer_invitations')
    .values({ ...invitation, token_hash: hashToken(token), expires_at: until })
    .execute()
  return { token, until: new Date(until), days: INVITATION_DAYS }
}

export const findByToken = (db: Db, token: string, now: Date): Promise<Invitation | undefined> =>
  db
    .selectFrom('producer_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now.getTime())
    .where('wrong', '<', MOST_WRONG_PHONE_ENDS)
    .executeTakeFirst()

/** Counts a try before it is compared. Undefined: no try is left. */
async function countTry(db: Db, id: string) {
  const row = await db
    .updateTable('producer_invitations')
    .set((invitation) => ({ wrong: invitation('wrong', '+', 1) }))
    .where('id', '=', id)
    .where('wrong', '<', MOST_WRONG_PHONE_ENDS)
    .returning('wrong')
    .executeTakeFirst()
  return row && MOST_WRONG_PHONE_ENDS - row.wrong
}

/** `left`: tries after a wrong one. */
export async function checkPhoneEnd(db: Db, { id, phone }: Invitation, typed: string) {
  if (phone === null) return { isRight: true, left: MOST_WRONG_PHONE_ENDS }
  const left = await countTry(db, id)
  const isRight = left !== undefined && phone.slice(-PHONE_END_LENGTH) === typed
  if (isRight) await db.updateTable('producer_invitations').set({ wrong: 0 }).where('id', '=', id).execute()
  return { isRight, left: left ?? 0 }
}

/** Uses it up; undefined where another call did so meanwhile. */
export const takeInvitation = (tx: Tx, id: string, now: Date) =>
  tx
    .deleteFrom('producer_invitations')
    .where('id', '=', id)
    .where('expires_at', '>', now.getTime())
    .returningAll()
    .executeTakeFirst()

export const deleteOldInvitations = (db: Db, now: Date) =>
  db.deleteFrom('producer_invitations').where('expires_at', '<', now.getTime()).execute()
