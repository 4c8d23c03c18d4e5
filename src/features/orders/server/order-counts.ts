import type { Tx } from '#kernel/db/database.ts'
import { forgetEmptyCounts } from '#kernel/db/engine.ts'

/** Once the last order is gone, its kinds are not counted any more. */
export const forgetOrderKinds = (tx: Tx) => forgetEmptyCounts(tx, 'order_counts', 'orders')
