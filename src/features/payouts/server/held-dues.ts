import { sql } from 'kysely'
import { isReturnOpen, returnStates } from '#features/orders/returns.states.ts'
import type { Db } from '#kernel/db/database.ts'
import type { Paise } from '#shared/money.ts'

export interface HeldDue {
  entry: number
  producerId: string
  amount: Paise
}

const openStates = returnStates.filter(isReturnOpen)

/**
 * Dues whose day has come and that wait all the same: those of orders with an open return, and those of pieces that are back, or
 * lost, and that nothing was refunded for yet. A few among many: found from the returns and lines, not from the dues.
 */
export async function findHeldDues(db: Db, now: Date): Promise<HeldDue[]> {
  const due = db
    .selectFrom('ledger_dues')
    .select(['entry_number as entry', 'ledger_dues.producer_id as producerId', 'amount_paise as amount'])
    .where('payout_id', 'is', null)
    .where('due_at', '<=', now.getTime())
  return due
    .where('ledger_dues.order_id', 'in', db.selectFrom('returns').select('order_id').where('state', 'in', openStates))
    .union(
      due
        .innerJoin('order_lines', (join) =>
          join
            .onRef('order_lines.order_id', '=', 'ledger_dues.order_id')
            .on(sql<boolean>`order_lines.position = ledger_dues.line - 1`),
        )
        // The condition of the index order_lines_unrefunded.
        .where(sql<boolean>`order_lines.restocked + order_lines.written_off > order_lines.refunded`),
    )
    .execute()
}
