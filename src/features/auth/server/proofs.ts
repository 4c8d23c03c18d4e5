import type { Db } from '#kernel/db/database.ts'
import type { Deps } from '#kernel/deps.ts'
import { notForKeys } from '#kernel/guard/keys.ts'
import type { Session } from '#kernel/guard/session.ts'
import { askAgain } from '#shared/app-error.ts'
import { DAY_MS, MINUTE_MS } from '#shared/time.ts'

export const PROVED_MINUTES = 10

export const provedFrom = (now: Date) => now.getTime() + PROVED_MINUTES * MINUTE_MS

/** Who is there was proved just now: acts with `proof` go for ten minutes. */
export async function markProved(db: Db, { tokenHash }: Pick<Session, 'tokenHash'>, now: Date) {
  const until = provedFrom(now)
  await db.updateTable('sessions').set({ proved_until: until }).where('token_hash', '=', tokenHash).execute()
  return new Date(until)
}

/** Null: it must be proved again. */
export function provedUntil({ now }: Pick<Deps, 'now'>, { person }: Session) {
  const until = person?.provedUntil ?? 0
  return until > now().getTime() ? new Date(until) : null
}

/** Of acts that need a proof in some of their forms only. Throws ASK_AGAIN, NOT_FOR_KEYS. */
export function needProof(deps: Pick<Deps, 'now'>, session: Session) {
  if (session.key) throw notForKeys()
  if (!provedUntil(deps, session)) throw askAgain()
}

/** On the day on which somebody's first factor was set up the password is as good (docs/promises.md 34). */
export const asksFor = (factorSince: number | null, now: Date): 'password' | 'code' =>
  factorSince !== null && now.getTime() - factorSince >= DAY_MS ? 'code' : 'password'

/** A factor that was added to another proves nothing on its first day (docs/promises.md 34). */
export const provesAlready = (addedAt: number, factorSince: number | null, now: Date) =>
  addedAt === factorSince || now.getTime() - addedAt >= DAY_MS
