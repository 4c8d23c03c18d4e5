/** From so many days to so many, both counted in; one number is a range of its own. */
export interface DayRange {
  from: number
  to: number
}

const MOST_DAYS = 60
export const dayRangeHint = `days such as 4-8, or one number such as 5, from 1 to ${MOST_DAYS}`

/** "4-8", "4 – 8" or "5" as people write it; undefined for anything else, and where the second number is the smaller one. */
export function readDayRange(text: string): DayRange | undefined {
  const found = /^(\d{1,2})(?:\s*[-–]\s*(\d{1,2}))?$/.exec(text.trim())
  if (!found) return undefined
  const from = Number(found[1])
  const to = Number(found[2] ?? found[1])
  return from >= 1 && from <= to && to <= MOST_DAYS ? { from, to } : undefined
}

/** "4-8", as it is stored and answered; one day is "5-5". */
export const writeDayRange = ({ from, to }: DayRange) => `${from}-${to}`

/** "4-8", and "5" for one day: as a person types it. */
export const typedDayRange = (range: DayRange) => (range.from === range.to ? String(range.from) : writeDayRange(range))

/** "7 days", "1 day" */
export const countDays = (days: number) => `${days} ${days === 1 ? 'day' : 'days'}`
