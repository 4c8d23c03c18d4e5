import { sharedMessage as message } from '#shared/app-error.ts'
import type { Message } from '#shared/messages.ts'

/** #REF!, #NAME?, #N/A, #BEZUG!, Err:502, and #### of a column that was too narrow. */
const spreadsheetError = /^(?:#[\p{Lu}/0-9]{2,9}[!?]|#N\/A|#NV|#{2,}|Err:\d{3})$/u
const errorWithin = /#(?:REF|BEZUG|NAME|VALUE|WERT|DIV\/0|NUM|NULL)[!?]/

/** Windows-1252's letters for the bytes 0x80 to 0xff. */
const oldLetters = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128)),
    (letter, at) => [letter, at + 128],
  ),
)

/** "à¤®à¤¿" for मि: UTF-8 that was read as Windows-1252 and saved again. */
function isReadTwice(text: string) {
  const bytes: number[] = []
  let isForeign = false
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    const byte = point < 128 ? point : oldLetters.get(letter)
    // Right letters may stand between two harmed pieces.
    if (byte === undefined) return harmedRun.test(text)
    isForeign ||= byte >= 128
    bytes.push(byte)
  }
  if (!isForeign) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    return true
  } catch {
    return harmedRun.test(text)
  }
}
/** The remains of Indian letters, curly quotes and the rupee sign; nobody writes these side by side. */
const harmedRun = /à[¤¥®¦§¨©ª«¬­°±²³´µ¶][^\s]|â[‚€][^\s]|ï»¿/u

const lettersOf = (text: string) => text.match(/\p{L}/gu)?.length ?? 0
const marksOf = (text: string) => text.match(/\?/g)?.length ?? 0
const lostWords = /(?:^|\s)(?:\?{4,}|\?{2,}\s+\?{2,})(?=\s|$)/

const oneLineEnd = (text: string) => text.trim().replace(/\r\n?/g, '\n')

/** Is it `before` with question marks for letters? Programs write one for each, or two for a rare one. */
function isMasked(text: string, before: string) {
  const fits = (signs: readonly string[], old: readonly string[]) =>
    signs.length === old.length &&
    signs.every((sign, at) => sign === old[at] || (sign === '?' && /\P{ASCII}/u.test(old[at] ?? '')))
  return text !== before && (fits([...text], [...before]) || fits(text.split(''), before.split('')))
}

const isPlain = (text: string) => !/[^\p{ASCII}\u0080-\u00ff]/u.test(text)

/** "?????? ?? ?????" for मिट्टी का कटोरा. `before`: the text so far, if known. */
function hasLostLetters(text: string, before: string | null | undefined) {
  if (!text.includes('?')) return false
  if (before != null && isMasked(oneLineEnd(text), oneLineEnd(before))) return true
  if (marksOf(text) < 2) return false
  if (before != null && !isPlain(before) && marksOf(text) > marksOf(before) + 1) return true
  return lostWords.test(text) || (/\?{3}/.test(text) && marksOf(text) > lettersOf(text))
}

/** How a text was harmed and how to save it right; undefined where no harm is seen. `before`: the text to be replaced. */
export function harmIn(text: string, before?: string | null): Message | undefined {
  const trimmed = text.trim()
  if (spreadsheetError.test(trimmed) || errorWithin.test(trimmed)) return message('TEXT_IS_SPREADSHEET_ERROR')
  if (text.includes('\ufffd') || hasLostLetters(text, before)) return message('TEXT_LOST_LETTERS')
  return isReadTwice(text) ? message('TEXT_HAS_BROKEN_LETTERS') : undefined
}
