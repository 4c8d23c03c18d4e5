import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { indianDay, readDay } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Percentages } from './catalog.percentages.ts'

/** 'YYYY-MM-DD', a day that there is, in Indian time. */
const Day = z
  .string({ error: 'Choose the day from which they hold' })
  .refine((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && isDay(day), 'Choose the day from which they hold')
const isDay = (day: string) => !Number.isNaN(readDay(day).getTime()) && readDay(day).toISOString().startsWith(day)

export const percentagesTaken = appError(
  'PERCENTAGES_TAKEN',
  409,
  'There are percentages from this day on already. Remove them first, or choose another day',
)
export const percentagesNotFound = appError('PERCENTAGES_NOT_FOUND', 404, 'No percentages begin on this day')
export const percentagesBegun = appError(
  'PERCENTAGES_BEGUN',
  409,
  'These percentages hold already, and orders were placed by them. Enter new ones from a day to come',
)

/** The first day that can still be given percentages: no order of it is placed yet. */
export const firstFreeDay = (now: Date) => indianDay(now, 1)

const DatedPercentages = Percentages.extend({ from: z.string() })

/** How the profit is shared today, and since which Indian day. */
export const getPercentages = endpoint('GET', '/api/ledger/percentages', {
  access: 'public',
  summary: 'How the profit of a sale is shared today',
  cache: 'catalogue',
  response: DatedPercentages,
})

const AllPercentages = z.object({
  /** The last day first; those of days to come stand at the top. */
  percentages: z.array(
    DatedPercentages.extend({
      state: z.enum(['coming', 'now', 'past']),
      /** E-mail address of the seller who entered them; left out of the first ones. */
      by: z.string().optional(),
    }),
  ),
})

export const listPercentages = endpoint('GET', '/api/ledger/percentages/all', {
  access: 'seller',
  summary: 'How the profit was and will be shared, by days',
  response: AllPercentages,
})

const percent = (of: string) => {
  const error = `Enter ${of} part as a whole number from 0 to 100`
  return z.int({ error }).min(0, error).max(100, error)
}

/** From tomorrow on, or later: what orders were placed by never changes. */
export const addPercentages = endpoint('POST', '/api/ledger/percentages', {
  access: 'seller',
  summary: 'Share the profit otherwise from a day to come',
  body: z
    .object({
      from: Day,
      producer: percent('the maker’s'),
      community: percent('the community’s'),
      shop: percent('the shop’s'),
    })
    .refine(({ producer, community, shop }) => producer + community + shop === 100, {
      path: ['shop'],
      error: 'The three parts must make 100 together',
    }),
  status: 201,
  response: z.object({ message: z.string() }),
  errors: [percentagesTaken],
})

export const removePercentages = endpoint('DELETE', '/api/ledger/percentages/:from', {
  access: 'seller',
  summary: 'Remove percentages of a day to come',
  params: z.object({ from: Day }),
  response: z.object({ message: z.string() }),
  errors: [percentagesNotFound, percentagesBegun],
})
