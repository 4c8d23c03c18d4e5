import { z } from 'zod'
import { indianDay, isDay } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
import { appError, finding } from './prices.messages.ts'
import { Percentages } from './prices.percentages.ts'

/** An existing Indian day, 'YYYY-MM-DD'. */
const Day = z.string({ error: finding('PERCENTAGES_DAY_MISSING') }).refine(isDay, finding('PERCENTAGES_DAY_MISSING'))

export const percentagesTaken = appError('PERCENTAGES_TAKEN', 409)
export const percentagesNotFound = appError('PERCENTAGES_NOT_FOUND', 404)
export const percentagesBegun = appError('PERCENTAGES_BEGUN', 409)

/** Tomorrow: no order of it is placed yet. */
export const firstFreeDay = (now: Date) => indianDay(now, 1)

const DatedPercentages = Percentages.extend({ from: z.string() })

/** Today's, and the Indian day since which they hold. */
export const getPercentages = endpoint('GET', '/api/ledger/percentages', {
  access: 'public',
  summary: 'How the profit of a sale is shared today',
  cache: 'catalogue',
  response: DatedPercentages,
})

const AllPercentages = z.object({
  /** The last day first, also days to come. */
  percentages: z.array(
    DatedPercentages.extend({
      state: z.enum(['coming', 'now', 'past']),
      /** The seller's e-mail address; missing for the first ones. */
      by: z.string().optional(),
    }),
  ),
})

export const listPercentages = endpoint('GET', '/api/ledger/percentages/all', {
  access: 'seller',
  rights: ['money'],
  summary: 'How the profit was and will be shared, by days',
  response: AllPercentages,
})

const percent = (of: keyof Percentages) => {
  const error = finding('PERCENTAGE_WANTED', { of })
  return z.int({ error }).min(0, error).max(100, error)
}

/** Enters percentages from tomorrow on, or later: those of placed orders never change. */
export const addPercentages = endpoint('POST', '/api/ledger/percentages', {
  access: 'seller',
  rights: ['money'],
  summary: 'Share the profit otherwise from a day to come',
  body: z
    .object({
      from: Day,
      producer: percent('producer'),
      community: percent('community'),
      shop: percent('shop'),
    })
    .refine(({ producer, community, shop }) => producer + community + shop === 100, {
      path: ['shop'],
      error: finding('PERCENTAGES_SUM'),
    }),
  status: 201,
  response: z.object({ message: z.string() }),
  errors: [percentagesTaken],
})

export const removePercentages = endpoint('DELETE', '/api/ledger/percentages/:from', {
  access: 'seller',
  rights: ['money'],
  summary: 'Remove percentages of a day to come',
  params: z.object({ from: Day }),
  response: z.object({ message: z.string() }),
  errors: [percentagesNotFound, percentagesBegun],
})
