import { storedRights } from '#features/auth/server/people.ts'
import { hashToken } from '#features/auth/server/sessions.ts'
import type { Db, Tx } from '#kernel/db/database.ts'
import type { Tables } from '#kernel/db/tables.ts'
import type { Right } from '#shared/rights.ts'

type Invitation = Tables['team_invitations']

/** By name. One whose link is too old stays until it is sent again or taken back. */
export const listInvitations = (db: Db) =>
  db
    .selectFrom('team_invitations')
    .select(['id', 'name', 'email', 'rights', 'expires_at'])
    .orderBy('name')
    .orderBy('email')
    .execute()

export const findInvitation = (db: Db, id: string) =>
  db.selectFrom('team_invitations').selectAll().where('id', '=', id).executeTakeFirst()

/** One for the same address before it ends, but for its id. */
export async function writeInvitation(tx: Tx, { id, ...invitation }: Invitation) {
  const row = await tx
    .insertInto('team_invitations')
    .values({ id, ...invitation })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(invitation))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function setInvitedRights(tx: Tx, id: string, some: readonly Right[]) {
  await tx
    .updateTable('team_invitations')
    .set({ rights: storedRights(some) })
    .where('id', '=', id)
    .execute()
}

/** The invitation of this link, while it is valid. */
export const findByToken = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('team_invitations')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now.getTime())
    .executeTakeFirst()

/** Uses a valid link up; undefined where another call did so meanwhile. */
export const takeInvitation = (tx: Tx, token: string, now: Date) =>
  tx
    .deleteFrom('team_invitations')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now.getTime())
    .returningAll()
    .executeTakeFirst()

export async function removeInvitation(tx: Tx, id: string) {
  await tx.deleteFrom('team_invitations').where('id', '=', id).execute()
}

/** Whoever may let nobody in any more must have no link left that lets somebody in. */
export async function endInvitationsBy(tx: Tx, personId: string) {
  await tx.deleteFrom('team_invitations').where('invited_by', '=', personId).execute()
}
