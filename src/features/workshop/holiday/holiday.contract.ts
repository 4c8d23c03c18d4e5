import { HolidayAnswer, HolidayData, HolidaySaved } from '#features/producers/holidays/holidays.contract.ts'
import { endpoint } from '#shared/endpoint.ts'

const own = { access: 'producer', people: 'helpers too' } as const

export const getOwnHoliday = endpoint('GET', '/api/workshop/holiday', {
  ...own,
  summary: "The producer's own holiday",
  response: HolidayAnswer,
})

/** At once, in place of the one there was. */
export const setOwnHoliday = endpoint('POST', '/api/workshop/holiday', {
  ...own,
  summary: 'Say when the producer is on holiday',
  body: HolidayData,
  response: HolidaySaved,
})

export const endOwnHoliday = endpoint('DELETE', '/api/workshop/holiday', {
  ...own,
  summary: "End the producer's own holiday, or take it back",
  response: HolidaySaved,
})
