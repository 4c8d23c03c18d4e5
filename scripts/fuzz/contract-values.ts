import fc from 'fast-check'
import { z } from 'zod'
import { paise, toRupees } from '#shared/money.ts'
import { factAbout, speaksOfFact } from './facts.ts'
import { hostileText, hostileValue } from './hostile.ts'

type JsonSchema = z.core.JSONSchema.JSONSchema

const plainWords = ['Blue Bowl', 'Ananya Rao', 'bengaluru', '1', '12.5', 'COD']
/** Fields whose form JSON Schema does not tell. */
const samples: Record<string, string> = {
  category: 'Pottery-Ceramics',
  country: 'India',
  deliveryDays: '4-8',
  from: '2030-04-01',
  kind: 'handloom-mark',
  validUntil: '2030-03-31',
  coverImageUrl: 'https://photos.example/b.png',
  mobileNumber: '+91 98640 55210',
  newPassword: 'another good password',
  phone: '98450 12345',
  profileImageUrl: 'https://photos.example/a.png',
  yearsInBusiness: '4',
  zipcode: '560038',
}
/** Numbers that must fit each other: percentages make 100, an offer is below its price. */
const sampleNumbers: Record<string, number> = { producer: 85, community: 5, shop: 10, price: 500, offerPrice: 450.5 }

const batch = (number: string) => ({ number, packedOn: '2030-06-01', bestBefore: '2030-12-01', stock: 3 })
const mark = (kind: string) => ({ kind, number: 'M 1', issuer: 'The issuer', validUntil: '2030-03-31' })

/** What a product's family knows it by, its batches and its marks: JSON Schema does not tell how many there may be, and which go together. */
const sampleObjects: Record<string, object[]> = {
  axes: [{ Size: 'Single' }, { Size: 'Cot', Colour: 'Rust' }],
  batches: ['A', 'B', 'C', 'D'].map(batch),
  marks: ['handloom-mark', 'gi', 'silk-mark', 'organic'].map(mark),
}

function textOf({ minLength = 0, maxLength = 300, pattern }: JsonSchema, name: string): fc.Arbitrary<string> {
  const sample = samples[name]
  const known = factAbout([name])
  if (pattern) {
    const fitting = fc.stringMatching(new RegExp(pattern))
    return speaksOfFact(name) ? fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: fitting }) : fitting
  }
  return fc.oneof(
    // Most texts of a contract are ids, addresses or names that the shop knows.
    { weight: 8, arbitrary: sample ? fc.constant(sample) : known },
    { weight: 1, arbitrary: fc.constantFrom(...plainWords) },
    {
      weight: 1,
      arbitrary: fc.string({
        unit: 'grapheme-ascii',
        minLength,
        maxLength: Math.max(minLength, Math.min(maxLength, 60)),
      }),
    },
    { weight: sample ? 0 : 1, arbitrary: fc.constant('x'.repeat(Math.min(maxLength, 6000))) },
  )
}

const bound = (limit: number | undefined, fallback: number) => Math.min(Math.max(limit ?? fallback, -1e9), 1e9)

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function integerOf({ minimum, maximum }: JsonSchema, name: string): fc.Arbitrary<number> {
  const [min, max] = [bound(minimum, -10), bound(maximum, 1000)]
  const sample = sampleNumbers[name] ?? (samples[name] === undefined ? undefined : Number(samples[name]))
  const usual = sample === undefined ? fc.integer({ min, max: Math.min(max, min + 4) }) : fc.constant(sample)
  return fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: fc.integer({ min, max }) })
}

function amountOf(name: string): fc.Arbitrary<number> {
  const sample = sampleNumbers[name]
  const any = fc.integer({ min: 1, max: 5_000_00 }).map((count) => toRupees(paise(count)))
  return sample === undefined
    ? any
    : fc.oneof({ weight: 5, arbitrary: fc.constant(sample) }, { weight: 1, arbitrary: any })
}

const sometimes = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })

function objectOf({
  properties = {},
  required = [],
  propertyNames,
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, inner]) => {
    const value = isSchema(inner) ? validOf(inner, name) : fc.jsonValue()
    return [name, required.includes(name) ? value : sometimes(value)] as const
  })
  if (fields.length === 0 && isSchema(additionalProperties)) {
    const key = isSchema(propertyNames) ? textOf(propertyNames, 'product') : hostileText
    return fc.dictionary(key, validOf(additionalProperties), { maxKeys: 5 })
  }
  return fc.record(Object.fromEntries(fields))
}

/** As far as JSON Schema and the field's name tell; other rules may still refuse a value. */
export function validOf(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, items, minItems = 0, maxItems = 6 } = schema
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validOf(choice, name)))
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => validOf({ ...schema, type }, name)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.type === 'string') return textOf(schema, name)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'integer') return integerOf(schema, name)
  if (schema.type === 'number') return amountOf(name)
  if (schema.type === 'array') {
    const item = isSchema(items) ? validOf(items, name) : fc.jsonValue()
    return fc.array(item, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 2) })
  }
  if (schema.type === 'object') {
    const sample = sampleObjects[name]
    return sample
      ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...sample) }, { weight: 1, arbitrary: objectOf(schema) })
      : objectOf(schema)
  }
  return fc.jsonValue({ maxDepth: 2 })
}

/** The wire form in one piece, without the named parts of the API's description. */
export const wireSchema = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: z.registry() })

/** The value with one part spoiled, which `at` chooses. */
export function spoil(value: unknown, at: number, how: 'replace' | 'drop' | 'add' | 'wrap', by: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && at > 0) {
    const index = at % value.length
    return value.map((inner: unknown, position) =>
      position === index ? spoil(inner, Math.floor(at / value.length), how, by) : inner,
    )
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && at > 0) {
    const names = Object.keys(value)
    if (how === 'add' || names.length === 0) return { ...value, [typeof by === 'string' ? by : 'unknown']: by }
    const name = names[at % names.length] ?? ''
    const entries = Object.entries(value).filter(([key]) => how !== 'drop' || key !== name)
    return Object.fromEntries(
      entries.map(([key, inner]) => [key, key === name ? spoil(inner, Math.floor(at / names.length), how, by) : inner]),
    )
  }
  return how === 'wrap' ? [value] : by
}

/** Mostly valid values, some spoiled in one place, sometimes something else altogether. */
export const spoiledOrValid = (schema: z.ZodType): fc.Arbitrary<unknown> => {
  const valid = validOf(wireSchema(schema))
  const how = fc.constantFrom('replace', 'drop', 'add', 'wrap')
  return fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 4, arbitrary: fc.tuple(valid, fc.nat({ max: 50 }), how, hostileValue).map((parts) => spoil(...parts)) },
    { weight: 1, arbitrary: hostileValue },
  )
}
