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
 * The shopper paid for the line, and not all of the order's money went back. Cash counts once delivered (`shopperPaidPaise`); money that never came
 * cannot go back.
 */
const canGoBack = sql<boolean>`exists (select 1 from orders where orders.id = order_lines.order_id
  and case when orders.payment_type = 'Online' then orders.is_paid = 1 else exists (select 1 from parcels
    where parcels.order_id = orders.id and parcels.number = order_lines.parcel
      and (parcels.status = 'Delivered' or parcels.cash_received_paise > 0)) end
  and (select coalesce(sum(amount_minor), 0) from refunds where refunds.order_id = orders.id
      and purpose = 'order' and state <> 'failed')
    < case when orders.payment_type = 'Online' then orders.amount_paise else (select coalesce(sum(case
      when parcels.status = 'Delivered' then cash_paise else cash_received_paise end), 0) from parcels
      where parcels.order_id = orders.id) end)`

/**
 * Dues past their day that still wait, as money may go back: of an open return, or of paid pieces that are back or written off without a refund.
 * Never those of a loss, which is owed anyway. Few, so read from returns and lines. With `run` those that its payouts hold.
 */
export async function findHeldDues(db: Db, now: Date, run?: number): Promise<HeldDue[]> {
  const due = db
    .selectFrom('ledger_dues')
    .innerJoin('ledger_entries', 'ledger_entries.number', 'ledger_dues.entry_number')
    .select(['entry_number as entry', 'ledger_dues.producer_id as producerId', 'amount_paise as amount'])
    .$if(run === undefined, (dues) => dues.where('ledger_dues.payout_id', 'is', null))
    .$if(run !== undefined, (dues) =>
      dues.where(
        'ledger_dues.payout_id',
        'in',
        db
          .selectFrom('payouts')
          .select('id')
          .where('run', '=', run ?? 0),
      ),
    )
    .where('due_at', '<=', now.getTime())
    .where('kind', '<>', 'loss')
  return due
    .where('ledger_dues.order_id', 'in', db.selectFrom('returns').select('order_id').where('state', 'in', openStates))
    .union(
      due
        .innerJoin('order_lines', (join) =>
          join
            .onRef('order_lines.order_id', '=', 'ledger_dues.order_id')
            .on(sql<boolean>`order_lines.position = ledger_dues.line - 1`),
        )
        // As in the index order_lines_unrefunded.
        .where(sql<boolean>`order_lines.restocked + order_lines.written_off > order_lines.refunded`)
        .where(canGoBack),
    )
    .execute()
}
