import { z } from 'zod'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText } from '#shared/text.ts'
import { finding, message } from '../catalog.messages.ts'
import { type FactField, type FactName, factNames, fieldOf } from './facts.fields.ts'

export interface MaterialShare {
  what: string
  /** Of 100; left out where it is not known. */
  percent?: number | undefined
}
export type FactValue = string | number | readonly (string | MaterialShare)[]
/** Only what is stated. Prices are in paise. */
export type FactValues = { readonly [name in FactName]?: FactValue }

const MOST_CHOICES = 8
const ALL_PERCENT = 100
const QUANTITY = /^(\d{1,6}(?:\.\d{1,3})?) ?(g|kg|ml|l|pieces?)$/i
const LICENCE = /^[12]\d{13}$/

const decimalsFit = (value: number) => /^\d+(\.\d{1,2})?$/.test(String(value))

const unknownIn = (field: string, choices: readonly string[], codes: readonly string[]) => {
  const typed = codes.find((code) => !choices.includes(code))
  return typed === undefined ? undefined : finding('FACT_UNKNOWN_CHOICE', { field, typed: typed.slice(0, 40) })
}

/** What is wrong with the choices of a field, in the order in which somebody would mend it; undefined: nothing. */
const wrongChoices = (field: string, choices: readonly string[], codes: readonly string[]) =>
  codes.length === 0
    ? finding('FACT_NO_CHOICE', { field })
    : codes.length > MOST_CHOICES
      ? finding('FACT_TOO_MANY', { field, most: MOST_CHOICES })
      : (unknownIn(field, choices, codes) ?? (once(codes) ? undefined : finding('FACT_TWICE', { field })))

const once = (list: readonly string[]) => new Set(list).size === list.length

const Share = z.object({ what: z.string(), percent: z.number().optional() })
function wrongShares(field: string, shares: readonly MaterialShare[]) {
  const stated = shares.flatMap(({ percent }) => percent ?? [])
  if (stated.some((percent) => !Number.isInteger(percent) || percent < 1 || percent > ALL_PERCENT))
    return finding('FACT_NO_PERCENT', { field })
  return stated.reduce((sum, percent) => sum + percent, 0) > ALL_PERCENT
    ? finding('FACT_OVER_100', { field })
    : undefined
}

/** What may be stated in a field; `field` is its name on the screen. */
function schemaOf(name: FactName): z.ZodType {
  const one: FactField = fieldOf(name)
  const field = one.label
  const missing = finding('FACT_NO_CHOICE', { field })
  switch (one.kind) {
    case 'choice':
      return z.string({ error: missing }).check(({ value, issues }) => {
        const wrong = unknownIn(field, one.choices, [value])
        if (wrong) issues.push({ code: 'custom', input: value, message: wrong })
      })
    case 'choices':
      return z.array(z.string(), { error: missing }).check(({ value, issues }) => {
        const wrong = wrongChoices(field, one.choices, value)
        if (wrong) issues.push({ code: 'custom', input: value, message: wrong })
      })
    case 'shares':
      return z.array(Share, { error: missing }).check(({ value, issues }) => {
        const wrong =
          wrongChoices(
            field,
            one.choices,
            value.map(({ what }) => what),
          ) ?? wrongShares(field, value)
        if (wrong) issues.push({ code: 'custom', input: value, message: wrong })
      })
    case 'number':
      return z
        .number({ error: finding('FACT_NO_NUMBER', { field }) })
        .min(0, finding('FACT_NO_NUMBER', { field }))
        .max(one.most, finding('FACT_TOO_HIGH', { field, most: one.most }))
        .refine(decimalsFit, finding('FACT_TOO_EXACT', { field }))
    case 'quantity':
      return z
        .string({ error: finding('FACT_NO_QUANTITY', { field }) })
        .overwrite(plainQuantity)
        .refine((text) => QUANTITY.test(text) && Number.parseFloat(text) > 0, finding('FACT_NO_QUANTITY', { field }))
    case 'price':
      return Rupees
    case 'licence':
      return z
        .string({ error: finding('FACT_NO_LICENCE', { field }) })
        .overwrite((text) => text.replace(/[\s-]/g, ''))
        .refine((text) => LICENCE.test(text), finding('FACT_NO_LICENCE', { field }))
    case 'month':
      return z
        .string({ error: finding('FACT_NO_MONTH', { field }) })
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/, finding('FACT_NO_MONTH', { field }))
    case 'text':
      return personText(message('FACT_NAMED', { field }), one.most)
  }
}

/** "400g" is "400 g". */
function plainQuantity(text: string) {
  const [, amount, unit] = QUANTITY.exec(text.trim()) ?? []
  if (amount === undefined || unit === undefined) return text
  const plain = unit.toLowerCase()
  return `${Number(amount)} ${plain === 'piece' || plain === 'pieces' ? (Number(amount) === 1 ? 'piece' : 'pieces') : plain}`
}

const fields = factNames.map((name) => [name, schemaOf(name)] as const)
const unknown = { error: finding('FACT_UNKNOWN') }

/** Facts that are stated, in answers. */
export const Facts: z.ZodType<FactValues, FactValues> = z.strictObject(
  Object.fromEntries(fields.map(([name, field]) => [name, field.optional()])),
  unknown,
) as never

/** Facts as they come in; null takes one away. */
export const FactsData: z.ZodType<{ readonly [name in FactName]?: FactValue | null }> = z.strictObject(
  Object.fromEntries(fields.map(([name, field]) => [name, field.nullish()])),
  unknown,
) as never

/** Only what is stated: `said` over what was there; null takes one away. */
export function factsAfter(before: FactValues, said: { readonly [name in FactName]?: FactValue | null }): FactValues {
  const after = { ...before, ...said }
  return Object.fromEntries(
    factNames.flatMap((name) => {
      const value = after[name]
      return value === null || value === undefined ? [] : [[name, value]]
    }),
  )
}
