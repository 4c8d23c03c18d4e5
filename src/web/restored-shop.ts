import { createContext } from 'react'

/** Invoices given out since the backup may have the numbers that the restore left out. */
export interface Restore {
  at: Date
  numbers: { series: string; called: string; first: number; last: number }[]
}

export const Restores = createContext<readonly Restore[]>([])

/** An order of this number may have been lost in that restore. */
export const lostWith = (restores: readonly Restore[], order: number) =>
  restores.find(({ numbers }) =>
    numbers.some(({ series, first, last }) => series === 'orders' && first <= order && order <= last),
  )

/** The restore set this order back to how it was in the backup. */
export const restoredWith = (restores: readonly Restore[], order: number) =>
  restores.find(({ numbers }) => numbers.some(({ series, first }) => series === 'orders' && order < first))
