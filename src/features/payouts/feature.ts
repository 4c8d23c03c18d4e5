import type { Feature } from '#kernel/feature.ts'

/** What producers are paid, and where. */
export const payouts = {} satisfies Feature
