import { type Paise, readRupees } from '#shared/money.ts'

/** A price that stands in the words of a search. */
export interface PriceBound {
  /** As typed: "under 500". */
  text: string
  /** The search without it. */
  rest: string
  minPaise?: Paise
  maxPaise?: Paise
}

const sign = `(?:₹|rs\\.?|inr)`
const unit = `(?:₹|rs\\b\\.?|inr\\b|rupees?\\b|rupaye\\b|/-|रुपये|रुपए)`
const digits = `\\d[\\d,]*(?:\\.\\d{1,2})?(?:\\s?(?:k|thousand|hazar|हज़ार)(?![\\p{L}\\p{M}]))?`
const amount = (name: string) => String.raw`${sign}?\s*(?<${name}>${digits})\s*${unit}?`
/** What a number counts, if it is no price: "under 20 cm", "56 x 70". */
const notMeasured = `(?!\\s*(?:[x×*%°.,\\d]|(?:cm|mm|m|km|in|inch|inches|ft|feet|g|gm|gsm|kg|ml|l|litres?|years?|yrs?|months?|weeks?|days?|hours?|pieces?|pcs|people)\\b))`
const before = String.raw`(?<![\p{L}\p{M}\d])`
const after = String.raw`(?![\p{L}\p{M}])`

const most = `(?:under|below|less than|lower than|cheaper than|not more than|at most|up ?to|within|max(?:imum)?|<=?)`
const least = `(?:above|over|more than|at least|min(?:imum)?|starting (?:at|from)|>=?)`
const mostBehind = `(?:se|से)\\s+(?:kam|कम|sasta|saste|सस्ता|सस्ते|niche|neeche|नीचे)|tak|तक|ke andar|के अंदर|(?:or|and) (?:less|below|under)`
const leastBehind = `(?:se|से)\\s+(?:zyada|jyada|ज़्यादा|upar|ऊपर)|(?:or|and) (?:more|above|over)`

const pattern = (parts: string) => new RegExp(before + parts, 'iu')

/** How prices are said, the longest first: "500 to 1500" is no "500". Numbers of a range alone have three digits, for "20 to 31" may be anything. */
const sayings = [
  pattern(`(?:between|from)\\s+${amount('min')}\\s*(?:to|and|-|–)\\s*${amount('max')}${notMeasured}`),
  pattern(
    `(?=${sign}|\\d[\\d,]{2})${amount('min')}\\s*(?:to|-|–|se|से)\\s*(?=${sign}|\\d[\\d,]{2})${amount('max')}${notMeasured}`,
  ),
  pattern(`${most}\\s*${amount('max')}${notMeasured}`),
  pattern(`${least}\\s*${amount('min')}${notMeasured}`),
  pattern(`${amount('max')}\\s*(?:${mostBehind})${after}`),
  pattern(`${amount('min')}\\s*(?:${leastBehind})${after}`),
]

const THOUSAND = 1000

function readAmount(typed: string | undefined) {
  if (typed === undefined) return undefined
  const [number = ''] = /^[\d,.]+/.exec(typed) ?? []
  const hasThousands = typed.length > number.length
  const plain = number.replaceAll(',', '').replace(/\.$/, '')
  return readRupees(hasThousands ? String(Number(plain) * THOUSAND) : plain)
}

const asDigits = (text: string) => text.replace(/[०-९]/g, (digit) => String('०१२३४५६७८९'.indexOf(digit)))

/** Finds a price in a search; undefined where there is none, or none that can be. */
export function readPriceBound(q: string): PriceBound | undefined {
  const text = asDigits(q.normalize('NFC'))
  for (const saying of sayings) {
    const said = saying.exec(text)
    if (!said) continue
    const [minPaise, maxPaise] = [readAmount(said.groups?.min), readAmount(said.groups?.max)]
    if (minPaise === undefined && maxPaise === undefined) continue
    if (minPaise !== undefined && maxPaise !== undefined && minPaise > maxPaise) continue
    const rest = `${text.slice(0, said.index)} ${text.slice(said.index + said[0].length)}`
    return {
      ...{ text: said[0].trim(), rest: rest.replace(/\s+/g, ' ').trim() },
      ...(minPaise === undefined ? {} : { minPaise }),
      ...(maxPaise === undefined ? {} : { maxPaise }),
    }
  }
  return undefined
}
