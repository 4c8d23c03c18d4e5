import { provesAlready } from '#features/auth/server/proofs.ts'
import type { Tx } from '#kernel/db/database.ts'
import { tooMany } from '#shared/app-error.ts'
import { plainDigits } from '#shared/reading/digits.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { codeUsed, wrongCode } from '../second-factor.contract.ts'
import { stepOf } from './authenticator.ts'
import { findApp } from './factors.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

/** docs/promises.md 34 */
const MOST_WRONG = 5
const WINDOW_MS = 15 * MINUTE_MS

/** What a code was: of the app, or a recovery code that is used up now; and whether it proves who is there, for acts that ask again. A refusal is thrown by who asks, after the commit, so that the try stays counted. */
export type Checked = { by: 'app' | 'recovery code'; proves: boolean } | { refused: () => Error; isOver: boolean }

export const plainCode = (typed: string) =>
  plainDigits(typed)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Checks a code of somebody whose account is locked, and counts a wrong one, whatever the address and process it comes from. */
export async function checkCode(tx: Tx, personId: string, typed: string, now: Date): Promise<Checked> {
  const at = now.getTime()
  const known = await tx.selectFrom('code_tries').selectAll().where('person_id', '=', personId).executeTakeFirst()
  const tries = known && known.ends_at > at ? known : { wrong: 0, ends_at: at + WINDOW_MS }
  const wait = () => tooMany({ retryAfter: Math.ceil((tries.ends_at - at) / SECOND_MS) })
  if (tries.wrong >= MOST_WRONG) return { refused: wait, isOver: true }
  const found = await findCode(tx, personId, plainCode(typed), now)
  if (typeof found === 'object') {
    await tx.deleteFrom('code_tries').where('person_id', '=', personId).execute()
    return found
  }
  const counted = { wrong: tries.wrong + 1, ends_at: tries.ends_at }
  await tx
    .insertInto('code_tries')
    .values({ person_id: personId, ...counted })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(counted))
    .execute()
  const isOver = counted.wrong >= MOST_WRONG
  return { refused: isOver ? wait : found === 'used' ? codeUsed : wrongCode, isOver }
}

async function findCode(tx: Tx, personId: string, code: string, now: Date) {
  if (!/^\d{6}$/.test(code)) {
    const isTaken = await takeRecoveryCode(tx, personId, code)
    return isTaken ? ({ by: 'recovery code', proves: true } as const) : 'wrong'
  }
  const app = await findApp(tx, personId)
  const step = app && stepOf(app.secret, code, now)
  if (!app || step === undefined) return 'wrong'
  if (step <= app.last_step) return 'used'
  await tx.updateTable('authenticators').set({ last_step: step }).where('person_id', '=', personId).execute()
  const person = tx.selectFrom('sellers').select('factor_since').where('id', '=', personId)
  const { factor_since } = await person.executeTakeFirstOrThrow()
  return { by: 'app', proves: provesAlready(app.confirmed_at ?? 0, factor_since, now) } as const
}
