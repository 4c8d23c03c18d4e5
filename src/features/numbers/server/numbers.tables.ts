import type { NumberSeries } from './number-gaps.ts'

export interface NumberGapTables {
  /** After a restore: numbers that may have been given out since the backup, and are not given again. */
  number_gaps: { series: NumberSeries; first: number; last: number; made_at: number }
}

declare module '#kernel/db/tables.ts' {
  interface Tables extends NumberGapTables {}
}
