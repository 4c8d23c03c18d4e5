import { formatRupees, type Paise, paise, readRupees, toRupees, typedRupees } from '#shared/money.ts'
import type { FactValue, FactValues, MaterialShare } from './facts.contract.ts'
import { choiceText, type FactName, fieldOf, isName } from './facts.fields.ts'

const isShare = (one: string | MaterialShare): one is MaterialShare => typeof one !== 'string'
export const isList = (value: FactValue): value is readonly (string | MaterialShare)[] => Array.isArray(value)
const listOf = (value: FactValue) => (isList(value) ? value : [])
/** The word of a choice, or of a material. */
export const wordOf = (one: string | MaterialShare) => choiceText(isShare(one) ? one.what : one)

/** "Cotton 60%, silk 40%". */
const listText = (value: FactValue) =>
  listOf(value)
    .map((one, at) => (isShare(one) ? shareText(one, at) : wordInList(one, at)))
    .join(', ')

const shareText = ({ what, percent }: MaterialShare, at: number) =>
  `${wordInList(what, at)}${percent === undefined ? '' : ` ${percent}%`}`

/** The first begins with a capital, and so do names. */
const wordInList = (code: string, at: number) =>
  at === 0 || isName(code) ? choiceText(code) : choiceText(code).charAt(0).toLowerCase() + choiceText(code).slice(1)

const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]
const monthText = (value: string) => `${MONTHS[Number(value.slice(5)) - 1]} ${value.slice(0, 4)}`

/** A fact as the shop shows it. */
export function factText(name: FactName, value: FactValue) {
  const field = fieldOf(name)
  if (field.kind === 'choice') return choiceText(String(value))
  if (field.kind === 'choices' || field.kind === 'shares') return listText(value)
  if (field.kind === 'number') {
    const unit = field.unit === 'months' && value === 1 ? 'month' : field.unit
    return `${Number(value).toLocaleString('en-IN')}\u00a0${unit}`
  }
  if (field.kind === 'price') return formatRupees(paise(Number(value)))
  if (field.kind === 'month') return monthText(String(value))
  return String(value)
}

/** A fact as a person types it, in a form or a cell; `readFact` reads it. */
export function typedFact(name: FactName, value: FactValue | undefined) {
  if (value === undefined) return ''
  const { kind } = fieldOf(name)
  if (kind === 'choices' || kind === 'shares' || kind === 'choice')
    return kind === 'choice' ? choiceText(String(value)) : listText(value)
  return kind === 'price' ? typedRupees(paise(Number(value))) : String(value)
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')

/** The code of a choice, by code or word; what is neither stays, and the contract refuses it. */
const codeOf = (choices: readonly string[], text: string) =>
  choices.find((code) => plain(code) === plain(text) || plain(choiceText(code)) === plain(text)) ?? text.trim()

const partsOf = (text: string) =>
  text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter(Boolean)

function shareIn(choices: readonly string[], part: string): MaterialShare {
  const [, what = part, percent] = /^([^\d%]*)(\d{1,3}) ?%\)?$/.exec(part) ?? []
  return {
    what: codeOf(choices, what.replace('(', '')),
    ...(percent === undefined ? {} : { percent: Number(percent) }),
  }
}

/**
 * What somebody typed as the contract takes it, null for nothing. `numberIn` reads a number; what it cannot read stays a text, which the contract
 * refuses.
 */
export function readFact(name: FactName, typed: string, numberIn: (typed: string) => unknown = plainNumber) {
  const text = typed.trim()
  if (text === '') return null
  const field = fieldOf(name)
  if (field.kind === 'choice') return codeOf(field.choices, text)
  if (field.kind === 'choices') return partsOf(text).map((part) => codeOf(field.choices, part))
  if (field.kind === 'shares') return partsOf(text).map((part) => shareIn(field.choices, part))
  if (field.kind === 'number') return numberIn(text)
  if (field.kind === 'price') return readPrice(text, numberIn)
  return text
}

const plainNumber = (text: string): unknown => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : text)

function readPrice(text: string, numberIn: (typed: string) => unknown) {
  const amount = readRupees(text)
  return amount === undefined ? numberIn(text) : toRupees(amount)
}

const numberOf = (facts: FactValues, name: FactName) => {
  const value = facts[name]
  return typeof value === 'number' ? value : undefined
}

/** "140 × 200 cm", "26 cm across, 20 cm high", "500 g"; undefined where nothing says how large it is. */
export function sizeText(facts: FactValues) {
  const [length, width, height, across] = (['length', 'width', 'height', 'across'] as const).map((name) =>
    numberOf(facts, name),
  )
  if (across !== undefined) return `${across} cm across${height === undefined ? '' : `, ${height} cm high`}`
  const sides = [width, length, height].filter((side) => side !== undefined)
  if (sides.length > 1) return `${sides.join(' × ')} cm`
  if (height !== undefined) return `${height} cm high`
  if (sides.length === 1) return `${sides[0]} cm ${width === undefined ? 'long' : 'wide'}`
  return typeof facts.netQuantity === 'string' ? facts.netQuantity : undefined
}

/** How many of what a price is stated for. */
const priceUnits: Readonly<Record<string, { per: number; name: string }>> = {
  g: { per: 100, name: '100 g' },
  kg: { per: 0.1, name: '100 g' },
  ml: { per: 1000, name: 'litre' },
  l: { per: 1, name: 'litre' },
  piece: { per: 1, name: 'piece' },
  pieces: { per: 1, name: 'piece' },
}

/** "₹72.50 per 100 g", rounded to the nearest paisa; undefined where the net quantity is not stated. */
export function unitPriceText(offerPrice: Paise, { netQuantity }: FactValues) {
  if (typeof netQuantity !== 'string') return undefined
  const [amount = '', unit = ''] = netQuantity.split(' ')
  const priced = priceUnits[unit]
  return priced && `${formatRupees(paise(Math.round((offerPrice * priced.per) / Number(amount))))} per ${priced.name}`
}

const searched = [
  ...(['material', 'technique', 'colour', 'place', 'occasion', 'ingredients', 'netQuantity', 'diet'] as const),
] as const satisfies readonly FactName[]

/** The words by which a product is found, besides its own. */
export const factWords = (facts: FactValues) => [
  ...searched.flatMap((name) => {
    const value = facts[name]
    return value === undefined ? [] : isList(value) ? value.map(wordOf) : [choiceText(String(value))]
  }),
  ...searchedSizes(facts),
]

const searchedSizes = (facts: FactValues) => {
  const [width, length] = [numberOf(facts, 'width'), numberOf(facts, 'length')]
  return width !== undefined && length !== undefined ? [`${width} x ${length}`] : []
}
