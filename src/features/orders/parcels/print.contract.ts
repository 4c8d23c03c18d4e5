import { z } from 'zod'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { orderNotFound } from '../orders.contract.ts'
import { parcelNotFound } from './parcels.contract.ts'

export const MAX_PRINTED = 300
const MAX_NAMED = 5

export const nothingToPrint = appError(
  'NOTHING_TO_PRINT',
  409,
  (numbers: readonly number[]) => {
    const named = numbers.slice(0, MAX_NAMED).map((number) => `#${number}`)
    const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : ''
    return numbers.length === 1
      ? `Order ${named[0]} has no parcel to print: it is not confirmed yet, or its parcels were cancelled, refused, lost or returned`
      : `Orders ${named.join(', ')}${more} have no parcels to print: they are not confirmed yet, or their parcels were cancelled, refused, lost or returned`
  },
  (numbers) => ({ details: { orders: numbers } }),
)

/** The parts in the order in which the printer gives them. */
export const printParts = ['picking', 'slips', 'labels'] as const
export type PrintPart = (typeof printParts)[number]

const part = `(?:${printParts.join('|')})`
const whatToPrint = 'Choose picking, slips or labels, with commas between them'
const What = z
  .string({ error: whatToPrint })
  .regex(new RegExp(`^${part}(?:,${part})*$`), whatToPrint)
  .transform((text) => printParts.filter((one) => text.split(',').includes(one)))

const Ids = z
  .string()
  .transform((text) => [...new Set(text.split(',').filter(Boolean))])
  .pipe(z.array(Id))
  .optional()

/**
 * One PDF: a picking list (A4), a slip (A5) and a label (A6) a parcel. Lists are separated by commas, orders by id or number, parcels by id. If one
 * cannot be printed, the error names it and nothing is printed.
 */
export const printParcels = endpoint('GET', '/api/parcel/print.pdf', {
  access: 'seller',
  summary: 'Picking list, slips and labels of parcels as PDF',
  isHeavy: true,
  query: z
    .object({
      what: What,
      orders: Ids,
      parcels: Ids,
    })
    .check(({ value: { orders = [], parcels = [] }, issues }) => {
      const count = orders.length + parcels.length
      const say = (message: string) => issues.push({ code: 'custom', input: orders, path: ['orders'], message })
      if (count === 0) say('Choose which orders or parcels to print')
      if (count > MAX_PRINTED) say(`At most ${MAX_PRINTED} orders and parcels at once`)
    }),
  file: 'application/pdf',
  errors: [orderNotFound, parcelNotFound, nothingToPrint],
})
