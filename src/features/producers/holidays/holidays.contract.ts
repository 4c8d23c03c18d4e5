import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { applicationNotFound, notApproved } from '../producers.contract.ts'
import { finding } from '../producers.messages.ts'

const Day = z.iso.date({ error: finding('HOLIDAY_DAY') })

/** Indian days, both of them days off. */
export const HolidayData = z.object({ from: Day, to: Day })

export const HolidayAnswer = z.object({
  /** One that has ended is none. */
  holiday: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The day on which who is away today is back; null: they are here. */
  backOn: z.string().nullable(),
  /** What they make can be ordered meanwhile (ORDERS_ON_HOLIDAY). */
  canBeOrdered: z.boolean(),
})

export type HolidayState = z.output<typeof HolidayAnswer>

export const HolidaySaved = HolidayAnswer.extend({ message: z.string() })

const office = { access: 'seller', rights: ['producers'] } as const
const OfProducer = z.object({ id: Id })
const errors = [applicationNotFound, notApproved] as const

export const getHoliday = endpoint('GET', '/api/producer/:id/holiday', {
  ...office,
  summary: "A producer's holiday",
  params: OfProducer,
  response: HolidayAnswer,
  errors,
})

/** In place of the one there was. */
export const setHoliday = endpoint('POST', '/api/producer/:id/holiday', {
  ...office,
  summary: 'Say when a producer is on holiday',
  params: OfProducer,
  body: HolidayData,
  response: HolidaySaved,
  errors,
})

export const endHoliday = endpoint('DELETE', '/api/producer/:id/holiday', {
  ...office,
  summary: "End a producer's holiday, or take it back",
  params: OfProducer,
  response: HolidaySaved,
  errors,
})
