import type { Paise } from '#shared/money.ts'
import type { NextBatch } from '../batches/batches.contract.ts'
import { dayOfBatch } from '../batches/batches.texts.ts'
import type { FactValues } from './facts.contract.ts'
import { choiceText, type FactName, factNames, fieldOf, nutritionNames } from './facts.fields.ts'
import { factText, unitPriceText } from './facts.texts.ts'

export interface FactRow {
  label: string
  text: string
  /** The ways to care for it, each with its code, for its icon. */
  cares?: { code: string; text: string }[]
}
export interface FactTable {
  title: string
  rows: FactRow[]
}

const sides = { width: 'wide', length: 'long', height: 'high', across: 'across' } as const
const sideNames: readonly (keyof typeof sides)[] = ['width', 'length', 'height', 'across']
const onLabel: readonly FactName[] = ['packed', 'shelfLife', 'storage', 'diet', 'fssai', 'packer', 'importer']
/** They stand in tables of their own, or in a row with others. */
const elsewhere: readonly FactName[] = [
  ...([...sideNames, ...onLabel, ...nutritionNames] as const),
  ...(['care', 'ingredients', 'allergens', 'netQuantity', 'mrp', 'country'] as const),
]

const MONTHS_OF_YEAR = 12

/** '2026-06' and 12 months later. */
function monthAfter(month: string, months: number) {
  const count = Number(month.slice(0, 4)) * MONTHS_OF_YEAR + Number(month.slice(5)) - 1 + months
  return `${Math.floor(count / MONTHS_OF_YEAR)}-${String((count % MONTHS_OF_YEAR) + 1).padStart(2, '0')}`
}

/** The month until which it is at its best, from the month in which it was packed. */
export function bestBefore({ packed, shelfLife }: FactValues) {
  return typeof packed === 'string' && typeof shelfLife === 'number'
    ? monthAfter(packed, Math.floor(shelfLife))
    : undefined
}

/** What a product states, as the tables of its page; without empty ones. The days of the batch that is sold next are true, and win. */
export function factTables(facts: FactValues, offerPrice: Paise, batch?: NextBatch): FactTable[] {
  const row = (name: FactName): FactRow[] => {
    const value = facts[name]
    return value === undefined ? [] : [{ label: fieldOf(name).label, text: factText(name, value) }]
  }
  const size = sideNames.flatMap((name) => (facts[name] === undefined ? [] : [`${facts[name]} cm ${sides[name]}`]))
  const cares = Array.isArray(facts.care) ? facts.care.map(String) : []
  const careRow = { label: 'Care', text: '', cares: cares.map((code) => ({ code, text: choiceText(code) })) }
  const unitPrice = unitPriceText(offerPrice, facts)
  const best = bestBefore(facts)
  const ofBatch = batch && [
    { label: fieldOf('packed').label, text: `${dayOfBatch(batch.packedOn)}, batch ${batch.number}` },
    { label: 'Best before', text: dayOfBatch(batch.bestBefore) },
  ]
  const tables = [
    { title: 'What is in it', rows: [...row('ingredients'), ...row('allergens')] },
    {
      title: 'Facts',
      rows: [
        ...factNames.filter((name) => !elsewhere.includes(name)).flatMap(row),
        ...(size.length > 0 ? [{ label: 'Size', text: size.join(', ') }] : []),
        ...(cares.length > 0 ? [careRow] : []),
        ...row('country'),
      ],
    },
    {
      title: 'On the label',
      rows: [
        ...row('netQuantity'),
        ...row('mrp').map(({ label, text }) => ({ label, text: `${text}, all taxes included` })),
        ...(unitPrice ? [{ label: 'Unit price', text: unitPrice }] : []),
        ...(ofBatch ?? []),
        ...onLabel.filter((name) => !ofBatch || name !== 'packed').flatMap(row),
        ...(best && !ofBatch ? [{ label: 'Best before', text: factText('packed', best) }] : []),
      ],
    },
    { title: 'Per 100 g', rows: nutritionNames.flatMap(row) },
  ]
  return tables.filter(({ rows }) => rows.length > 0)
}
