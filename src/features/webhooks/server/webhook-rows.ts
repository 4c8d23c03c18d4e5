import { z } from 'zod'
import type { Db } from '#kernel/db/database.ts'
import { webhookKinds } from '../webhooks.kinds.ts'

const Kinds = z.array(z.enum(webhookKinds))

export const parseKinds = (json: string) => Kinds.parse(JSON.parse(json))

/** All webhooks, with what each is told of. */
export async function listHooks(db: Db) {
  const rows = await db.selectFrom('webhooks').select(['id', 'kinds']).execute()
  return rows.map(({ id, kinds }) => ({ id, kinds: parseKinds(kinds) }))
}

/** For the health of the shop: how many there are, are paused, and have messages that were given up. */
export async function stateOfWebhooks(db: Db) {
  const rows = await db.selectFrom('webhooks').select(['given_up', 'paused_by']).execute()
  return {
    all: rows.length,
    paused: rows.filter(({ paused_by }) => paused_by !== null).length,
    failing: rows.filter(({ paused_by, given_up }) => paused_by === null && given_up > 0).length,
  }
}

/** Some may have been removed since the backup: a person lets each go on. */
export const pauseWebhooks = (db: Db) => db.updateTable('webhooks').set({ paused_by: 'restore' }).execute()

/** Once all entries of the ledger are gone: their numbers may begin anew. */
export const readPayoutsAnew = (db: Db) =>
  db.updateTable('webhook_cursors').set({ place: 0 }).where('journal', '=', 'payouts').execute()
