import type { Db } from '#kernel/db/database.ts'
import { DAY_MS } from '#shared/time.ts'

/** A producer's account, and what keeps a run from paying to it. */
export interface Payee {
  /** The account as JSON; undefined: there is none. */
  account: string | undefined
  isSuspended: boolean
  /** End of the wait after a changed account or e-mail, in which the person told can object; null: no wait. */
  waitsUntil: Date | null
  /** Nobody was told of the changed account, by mail or call. */
  mustCall: boolean
}

const NO_PAYEE: Payee = { account: undefined, isSuspended: false, waitsUntil: null, mustCall: false }
export type Payees = (producerId: string) => Payee

/** A replacing account of which neither mail nor call told. `called`: '' is a mail, else the person called. */
export const isUntold = ({ replaced_at, called }: { replaced_at: number | null; called: string | null }) =>
  replaced_at !== null && called === null

/** What a run needs of its payees. A first account does not wait. */
export async function readPayees(db: Db, now: Date): Promise<Payees> {
  const rows = await db
    .selectFrom('payout_accounts')
    .fullJoin('producers as producer', 'producer.id', 'payout_accounts.producer_id')
    .select([
      'payout_accounts.producer_id',
      'producer.id',
      'account',
      'called',
      'replaced_at',
      'suspended_at',
      'email_changed_at',
    ])
    .where((row) => row.or([row('payout_accounts.producer_id', 'is not', null), row('suspended_at', 'is not', null)]))
    .execute()
  const payees = new Map(
    rows.map((row): [string, Payee] => {
      const until = Math.max(row.replaced_at ?? 0, row.email_changed_at ?? 0) + DAY_MS
      return [
        row.producer_id ?? row.id ?? '',
        {
          account: row.account === null || row.account === 'null' ? undefined : row.account,
          isSuspended: row.suspended_at !== null,
          waitsUntil: until > now.getTime() ? new Date(until) : null,
          mustCall: isUntold(row),
        },
      ]
    }),
  )
  return (producerId) => payees.get(producerId) ?? NO_PAYEE
}
