import type { CategorySlug } from '#features/catalog/catalog.categories.ts'
import { categories } from '#features/catalog/catalog.categories.ts'
import type { FactValue, FactValues, MaterialShare } from '#features/catalog/facts/facts.contract.ts'
import { type FactName, factNames, factsOfCategory, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { readRupees, toRupees } from '#shared/money.ts'
import { plainDigits } from '#shared/reading/digits.ts'

/** A piece as it is typed: texts, and for choices the codes. */
export interface TypedPiece {
  name: string
  category: string
  makerPrice: string
  stock: string
  /** Lines of text. */
  about: string
  facts: Partial<Record<FactName, string[]>>
}

export const typedFields = ['name', 'category', 'makerPrice', 'stock', 'about'] as const
/** The name of a fact in the form, and in what the API finds wrong with it. */
export const fieldOfFact = (name: FactName) => `facts.${name}`

const PHOTO = 'pictures.'
/** The name of a photo in what the shop finds wrong. */
export const fieldOfPhoto = (key: string) => `${PHOTO}${key}`
/** The photos among the fields in which something is wrong. */
export const photosAmong = (fields: Record<string, string>) =>
  Object.keys(fields).flatMap((name) => (name.startsWith(PHOTO) ? [name.slice(PHOTO.length)] : []))

export const slugOf = (category: string): CategorySlug | undefined =>
  categories.find(({ path }) => path === category)?.path

/** What a category asks for, in the order of the form. */
export function factsAsked(category: string): readonly FactName[] {
  const slug = slugOf(category)
  return slug ? factsOfCategory[slug].must : []
}

const textIn = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

export function readTyped(form: FormData): TypedPiece {
  const facts: TypedPiece['facts'] = {}
  for (const name of factNames) {
    const values = form.getAll(fieldOfFact(name)).flatMap((value) => (typeof value === 'string' ? value : []))
    if (values.some(Boolean)) facts[name] = values
  }
  return {
    name: textIn(form, 'name'),
    category: textIn(form, 'category'),
    makerPrice: textIn(form, 'makerPrice'),
    stock: textIn(form, 'stock'),
    about: textIn(form, 'about'),
    facts,
  }
}

const isShare = (one: string | MaterialShare): one is MaterialShare => typeof one !== 'string'
const isList = (value: FactValue): value is readonly (string | MaterialShare)[] => Array.isArray(value)

/** What a piece states, as the form has it. */
export const typedFacts = (facts: FactValues): TypedPiece['facts'] =>
  Object.fromEntries(
    factNames.flatMap((name) => {
      const value = facts[name]
      if (value === undefined) return []
      return [[name, isList(value) ? value.map((one) => (isShare(one) ? one.what : one)) : [String(value)]]]
    }),
  )

export interface Problems {
  photos: string
  name: string
  category: string
  price: string
  choice: string
  number: string
  text: string
}

/** What is missing in the form before it is sent, by field. */
export function problemsIn(typed: TypedPiece, say: Problems): Record<string, string> {
  const price = readRupees(plainDigits(typed.makerPrice))
  return {
    ...(typed.name.trim() ? {} : { name: say.name }),
    ...(slugOf(typed.category) ? {} : { category: say.category }),
    ...(price === undefined || price <= 0 ? { makerPrice: say.price } : {}),
    ...(readCount(typed.stock) === undefined ? { stock: say.number } : {}),
    ...Object.fromEntries(
      factsAsked(typed.category).flatMap((name) => {
        const said = typed.facts[name]?.some((value) => value.trim() !== '')
        return said ? [] : [[fieldOfFact(name), missingOf(name, say)]]
      }),
    ),
  }
}

function missingOf(name: FactName, say: Problems) {
  const { kind } = fieldOf(name)
  if (kind === 'choice' || kind === 'choices' || kind === 'shares') return say.choice
  return kind === 'number' ? say.number : say.text
}

/** Null for nothing, undefined for what is no whole number. */
function readCount(typed: string) {
  const text = plainDigits(typed).trim()
  if (text === '') return null
  return /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

function factOf(name: FactName, values: readonly string[]): FactValue | null {
  const said = values.map((value) => value.trim()).filter(Boolean)
  const [first] = said
  if (first === undefined) return null
  const { kind } = fieldOf(name)
  if (kind === 'choices') return said
  if (kind === 'shares') return said.map((what) => ({ what }))
  const plain = kind === 'text' ? first : plainDigits(first)
  return kind === 'number' && /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : plain
}

export const sameCodes = (one: readonly string[] = [], other: readonly string[] = []) =>
  [...one].sort().join() === [...other].sort().join()

/** What the API takes. What is as `before` is not sent: a material keeps its share of the whole. What cannot be read is refused by the API. */
export function pieceOf(typed: TypedPiece, before: FactValues = {}) {
  const price = readRupees(plainDigits(typed.makerPrice))
  const known = typedFacts(before)
  const asked = factsAsked(typed.category).filter((name) => !sameCodes(typed.facts[name], known[name]))
  return {
    name: typed.name,
    category: typed.category,
    makerPrice: price === undefined ? Number.NaN : toRupees(price),
    description: typed.about,
    facts: Object.fromEntries(asked.map((name) => [name, factOf(name, typed.facts[name] ?? [])])),
  }
}

export const stockOf = ({ stock }: Pick<TypedPiece, 'stock'>) => {
  const count = readCount(stock)
  return count === undefined ? -1 : count
}
