/** Spreadsheets drop zeros in front, make zeros from the 16th digit on, write 1.46477E+13, add ".0": the result may be another's number. */

/** The digits that a spreadsheet keeps; rounding may change the last of them. */
const KEPT_DIGITS = 15
const SURE_DIGITS = KEPT_DIGITS - 1

const digitsOnly = (text: string) => /^\d+$/.test(text)

/** 1.46477E+13, 2,23E+021, 146.477E+9: digits are lost. */
export const isShortened = (text: string) => /^\d{1,3}(?:[.,]\d+)?E\+\d{1,3}$/i.test(text.trim())

/** 24101234567890.0 is 24101234567890. */
export const withoutZeroDecimals = (text: string) => text.replace(/^(\d+)[.,]0{1,4}$/, '$1')

/** Only zeros after the 15th digit: one in ten long numbers is so, and all that a spreadsheet has rounded. */
export const isPerhapsRounded = (text: string) => /^\d{15}\d*$/.test(text) && /^0+$/.test(text.slice(KEPT_DIGITS))

export const sureDigits = (text: string) => text.slice(0, SURE_DIGITS)

/** Are a file's long numbers rounded? So it seems if one stands there twice, or most end in zeros; a single one that does counts as rounded. */
export function roundedNumbers(texts: Iterable<string>) {
  const times = new Map<string, number>()
  for (const text of texts)
    if (digitsOnly(text) && text.length > KEPT_DIGITS) times.set(text, (times.get(text) ?? 0) + 1)
  const suspects = [...times.keys()].filter(isPerhapsRounded)
  const areMost = suspects.length * 2 > times.size
  return (text: string) => isPerhapsRounded(text) && (areMost || (times.get(text) ?? 0) > 1)
}

const MOST_ZEROS = 12

export const withZeros = (text: string) =>
  digitsOnly(text) && !text.startsWith('0')
    ? Array.from({ length: MOST_ZEROS }, (_, at) => '0'.repeat(at + 1) + text)
    : []

const asNumber = (text: string) =>
  /^\d+(?:[.,]\d+)?(?:E\+?\d{1,3})?$/i.test(text) ? Number(text.replace(',', '.')) : undefined

/** Only an identifier that a spreadsheet takes for a number is rewritten. */
export const isNumberLike = (text: string) => asNumber(text) !== undefined

/** Keys shared by identifiers that may be rewritten forms of each other, for looking them up among many. */
export const rewrittenKeys = (text: string) => [
  `number ${asNumber(text)}`,
  ...(digitsOnly(text) && text.length > KEPT_DIGITS ? [`${text.length} digits ${sureDigits(text)}`] : []),
]

export function mayBeRewritten(original: string, rewritten: string) {
  const [before, after] = [asNumber(original), asNumber(rewritten)]
  if (before === undefined || after === undefined || original === rewritten) return false
  if (before === after) return true
  if (isShortened(rewritten)) {
    const kept = (rewritten.split(/e/i)[0] ?? '').replace(/\D/g, '').length
    return before.toPrecision(Math.min(kept, KEPT_DIGITS)) === after.toPrecision(Math.min(kept, KEPT_DIGITS))
  }
  return (
    digitsOnly(original) &&
    isPerhapsRounded(rewritten) &&
    original.length === rewritten.length &&
    sureDigits(original) === sureDigits(rewritten)
  )
}
