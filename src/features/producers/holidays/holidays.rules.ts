import { indianDay, readDay } from '#shared/day.ts'
import type { Message } from '#shared/messages.ts'
import { DAY_MS } from '#shared/time.ts'
import { message } from '../producers.messages.ts'

// No zod here, for pages.

/** Indian days, 'YYYY-MM-DD', both of them days off. */
export interface Holiday {
  from: string
  to: string
}

export const MOST_DAYS_OFF = 184
const MOST_DAYS_AHEAD = 366

const daysBetween = (from: string, to: string) => (readDay(to).getTime() - readDay(from).getTime()) / DAY_MS

/** What is wrong with a holiday, said of its last day; undefined: nothing. */
export function holidayProblem({ from, to }: Holiday, today: string): Message | undefined {
  if (to < from) return message('HOLIDAY_ENDS_FIRST')
  if (to < today) return message('HOLIDAY_OVER')
  if (daysBetween(from, to) >= MOST_DAYS_OFF) return message('HOLIDAY_TOO_LONG', { most: MOST_DAYS_OFF })
  if (daysBetween(today, from) > MOST_DAYS_AHEAD) return message('HOLIDAY_TOO_FAR')
  return undefined
}

/** The first day after it. */
export const backOn = ({ to }: Pick<Holiday, 'to'>) => indianDay(new Date(`${to}T12:00:00+05:30`), 1)

/** The day on which who is away today is back; null: they are here. */
export const awayUntil = (holiday: Holiday | null, today: string) =>
  holiday && holiday.from <= today && today <= holiday.to ? backOn(holiday) : null
