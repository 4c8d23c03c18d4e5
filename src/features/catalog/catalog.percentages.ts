import { z } from 'zod'

/** How the profit is shared from an Indian day on: whole percents that make 100. They stand in `share_percentages`. */
export const Percentages = z.object({
  producer: z.int().min(0).max(100),
  community: z.int().min(0).max(100),
  shop: z.int().min(0).max(100),
})
export type Percentages = z.output<typeof Percentages>
