import type { Language } from './languages.ts'
import { localeOf } from './locales.ts'

export const SECOND_MS = 1000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const agoUnits = [
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
  [SECOND_MS, 'second'],
] as const

/** "20 seconds ago", "1 hour ago", "2 घंटे पहले": rounded down, at least a second. */
export function writeAgo(ms: number, language: Language = 'en') {
  const [unitMs, unit] = agoUnits.find(([size]) => ms >= size) ?? ([SECOND_MS, 'second'] as const)
  return new Intl.RelativeTimeFormat(localeOf[language]).format(-Math.max(1, Math.floor(ms / unitMs)), unit)
}
