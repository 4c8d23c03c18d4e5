import { sharedMessage as message } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { plainDigits } from './digits.ts'

/** 'YYYY-MM-DD', or what to write. */
export type DateReading = { day: string } | { problem: Message }

const months = [
  ...['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  ...['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez'],
  ...['janv', 'fév', 'mars', 'avr', 'mai', 'juin', 'juil', 'aoû', 'sept', 'oct', 'nov', 'déc'],
  ...['जन', 'फ़र', 'मार्च', 'अप्रै', 'मई', 'जून', 'जुला', 'अग', 'सितं', 'अक्तू', 'नवं', 'दिसं'],
]

/** 8 of "Aug", "August" or "अगस्त"; undefined for no month. */
export function monthOf(word: string) {
  const at = months.findIndex((name) => word.normalize('NFC').toLowerCase().startsWith(name.normalize('NFC')))
  return at < 0 ? undefined : (at % 12) + 1
}

const yearOf = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isThere = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1900 && year <= 9999
  return isThere ? date.toISOString().slice(0, 10) : undefined
}

/** 05/11/2026 is refused, as day and month could change places; 25/11/2026 and 05.11.2026 are read. */
export function readDate(typed: string): DateReading {
  const text = plainDigits(typed).trim().slice(0, 40)
  const given = (day: string | undefined): DateReading =>
    day === undefined ? { problem: message('NO_SUCH_DAY') } : { day }
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text)
  if (iso) return given(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const named = /^(\d{1,2})[-. ]{1,2}(\p{L}[\p{L}\p{M}]{0,12})\.?[-, ]{1,2}(\d{4}|\d{2})(?: .*)?$/u.exec(text)
  const month = named && monthOf(named[2] ?? '')
  if (named && month) return given(dayOf(yearOf(named[3] ?? ''), month, Number(named[1])))
  const parts = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?: .*)?$/.exec(text)
  if (!parts) return { problem: message('NO_DAY') }
  const [one, other, year] = [Number(parts[1]), Number(parts[3]), yearOf(parts[4] ?? '')]
  if (parts[2] === '.' || one > 12 || one === other) return given(dayOf(year, other, one))
  if (other > 12) return given(dayOf(year, one, other))
  const [first, second] = [dayOf(year, other, one), dayOf(year, one, other)]
  if (first === undefined || second === undefined) return given(undefined)
  return { problem: message('DAY_IN_TWO_WAYS', { typed: text, first, second }) }
}
