import { lockPayouts } from '#features/payouts/server/lock.ts'
import { letGoOfRuns } from '#features/payouts/server/waiting-run.ts'
import { giveUpAfterRestore } from '#features/second-yes/server/look-after-yeses.ts'
import { pauseWebhooks } from '#features/webhooks/server/webhook-rows.ts'
import { dropPushes } from '#features/workshop/telling/server/send-pushes.ts'
import type { Db } from '#kernel/db/database.ts'
import { type LastNumbers, type Skipped, skipNumbers } from './skip-numbers.ts'

/**
 * Ends sessions and invitations, pauses keys, webhooks and makers' phones, gives up what waits for a second yes, drops what waited to be told on phones, holds mails and payouts that may have gone out since, skips numbers (docs/operations.md). Safe to call twice. Throws
 * WrongNumber.
 */
export async function markRestored(db: Db, now: Date, said?: LastNumbers, madeAt?: Date): Promise<Skipped[]> {
  const restored = { key: 'restored-at', value: now.toISOString() } as const
  return db.transaction().execute(async (tx) => {
    const skipped = await skipNumbers(tx, now, said, madeAt)
    await tx.deleteFrom('sessions').execute()
    await tx.deleteFrom('account_links').where('purpose', '=', 'password').execute()
    await tx.deleteFrom('team_invitations').execute()
    await tx.deleteFrom('producer_invitations').execute()
    await tx.updateTable('workshop_devices').set({ paused: 1 }).execute()
    await tx.updateTable('api_keys').set({ paused: 1 }).execute()
    await pauseWebhooks(tx)
    await dropPushes(tx)
    await tx
      .updateTable('outbox')
      .set({ held: 1 })
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('held', '=', 0)
      .execute()
    await giveUpAfterRestore(tx, now)
    await letGoOfRuns(tx, now)
    await lockPayouts(tx, now)
    await tx
      .insertInto('shop_notes')
      .values(restored)
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: restored.value }))
      .execute()
    return skipped
  })
}
