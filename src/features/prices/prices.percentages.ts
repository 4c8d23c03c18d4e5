import { z } from 'zod'
import { Rupees } from '#shared/rupees-codec.ts'

/** How the profit is shared from an Indian day on: whole percents that make 100. */
export const Percentages = z.object({
  producer: z.int().min(0).max(100),
  community: z.int().min(0).max(100),
  shop: z.int().min(0).max(100),
})
export type Percentages = z.output<typeof Percentages>

export const Shares = z.object({
  maker: Rupees,
  costs: Rupees,
  producer: Rupees,
  community: Rupees,
  shop: Rupees,
})
export type Shares = z.output<typeof Shares>
