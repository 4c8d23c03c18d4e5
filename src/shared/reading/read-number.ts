import { sharedMessage as message } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'
import { plainDigits } from './digits.ts'

/** The decimal sign: the point of India and the US, or the comma of Germany. */
export type DecimalSign = 'point' | 'comma'

/** `two ways`: two countries read the text differently; `rewritten`: a spreadsheet shortened the number or made a date of it. */
export type NumberReading = { value: number } | { problem: Message; why: 'two ways' | 'rewritten' | 'none' }

const MAX_CHARACTERS = 40

const rupeesBefore = /^(?:₹|rs\.?|inr|रु\.?|रू\.?)\s*/i
const rupeesBehind = /(?:₹|\/-|\/=|rs\.?|inr|रु\.?|रू\.?|only)$/i
/** Only people of India and its neighbours write so, with a comma between thousands. */
const indianEnd = /\/[-=]$/
const anySpace = /[\s\u00a0\u2009\u202f]+/g

function bareNumber(typed: string) {
  let text = plainDigits(typed)
    .replace(anySpace, ' ')
    .replace(/\u2212/g, '-')
    .trim()
  const isRupees = rupeesBefore.test(text.replace(/^- ?/, '')) || indianEnd.test(text)
  for (let signs = 0; signs < 3; signs += 1) text = text.replace(rupeesBehind, '').trimEnd()
  const [, before = '', rest = ''] = /^(- ?)?(.*)$/s.exec(text) ?? []
  const [, behind = '', digits = ''] = /^(- ?)?(.*)$/s.exec(rest.replace(rupeesBefore, '')) ?? []
  return { isMinus: before !== '' || behind !== '', isRupees, digits }
}

/** "1,25,000", "1,250.50"; "1.250.000", "1.250,50"; "1 250,50". */
const commaGroups = /^[1-9]\d{0,2}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/
const pointGroups = /^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d{1,2})?$/
const spaceGroups = /^[1-9]\d{0,2}(?: \d{2,3})* \d{3}(?:[.,]\d{1,2})?$/
/** "1.250", "1,250": thousands in one country, decimals in another. Nobody writes 0 in front of thousands. */
const threeBehind = /^([1-9]\d{0,2})([.,])(\d{3})$/
const lone = /^\d+(?:[.,]\d+)?$/

function signIn(typed: string): DecimalSign | undefined {
  if (typed.length > MAX_CHARACTERS) return undefined
  const { digits, isRupees } = bareNumber(typed)
  const three = threeBehind.exec(digits)
  if (three) return isRupees && three[2] === ',' ? 'point' : undefined
  if (commaGroups.test(digits) || /^\d+\.\d{1,2}$/.test(digits)) return 'point'
  return pointGroups.test(digits) || /^\d+,\d{1,2}$/.test(digits) ? 'comma' : undefined
}

/** The decimal sign of a file, by its unambiguous numbers; undefined where they disagree. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign | undefined {
  const found = new Set<DecimalSign>()
  for (const cell of cells) {
    const sign = signIn(cell)
    if (sign) found.add(sign)
  }
  const [only] = found
  return found.size === 1 ? only : undefined
}

/** Reads 1,250.50 and 1.250,50, with ₹, Rs., INR or /-, in any digits. Three digits behind a lone point or comma are thousands only by `sign`. */
export function readNumber(typed: string, sign?: DecimalSign): NumberReading {
  const none = (problem: Message, why: 'rewritten' | 'none' = 'none'): NumberReading => ({ problem, why })
  if (typed.length > MAX_CHARACTERS) return none(message('NUMBER_TOO_LONG'))
  const { isMinus, isRupees, digits } = bareNumber(typed)
  const number = (plain: string): NumberReading => ({ value: Number(plain) * (isMinus ? -1 : 1) })
  const three = threeBehind.exec(digits)
  if (three) {
    const [, whole = '', mark, decimals = ''] = three
    const isThousands = mark === ',' ? sign === 'point' || (isRupees && sign === undefined) : sign === 'comma'
    if (isThousands) return number(whole + decimals)
    return { problem: message('NUMBER_IN_TWO_WAYS', { typed: typed.trim(), whole, decimals }), why: 'two ways' }
  }
  if (commaGroups.test(digits)) return number(digits.replace(/,/g, ''))
  if (pointGroups.test(digits)) return number(digits.replace(/\./g, '').replace(',', '.'))
  if (spaceGroups.test(digits)) return number(digits.replace(/ /g, '').replace(',', '.'))
  if (lone.test(digits)) return number(digits.replace(',', '.'))
  if (/^\d+(?:[.,]\d+)?e[+-]?\d{1,3}$/i.test(digits)) return none(message('NUMBER_SHORTENED'), 'rewritten')
  if (/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/.test(digits)) return none(message('NUMBER_MADE_A_DATE'), 'rewritten')
  return none(message('NO_NUMBER'))
}
