import { useContext } from 'react'
import { formatDay } from '#shared/day.ts'
import { Restores, restoredWith } from '#web/restored-shop.ts'

/** Asks to look in the bank statement, since money for an order from a restored backup may have been sent already. */
export function LookInStatement({ order }: { order: number }) {
  const restore = restoredWith(useContext(Restores), order)
  return (
    restore && (
      <p className="max-w-prose text-sm">
        The shop was restored from a backup on {formatDay(restore.at)}. Look in the statement of your bank first: this
        refund may have been sent before.
      </p>
    )
  )
}
