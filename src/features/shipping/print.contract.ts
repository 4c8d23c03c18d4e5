import { z } from 'zod'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { parcelNotFound } from '#features/orders/parcels.contract.ts'
import { appError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'

/** Orders and parcels that are printed at once. */
export const MAX_PRINTED = 300
/** Order numbers that a sentence names. */
const MAX_NAMED = 5

/** By the numbers of the orders. */
export const nothingToPrint = appError(
  'NOTHING_TO_PRINT',
  409,
  (numbers: readonly number[]) => {
    const named = numbers.slice(0, MAX_NAMED).map((number) => `#${number}`)
    const more = numbers.length > MAX_NAMED ? ` and ${numbers.length - MAX_NAMED} more` : ''
    return numbers.length === 1
      ? `Order ${named[0]} has no parcel to print: it is not confirmed yet, or was cancelled`
      : `Orders ${named.join(', ')}${more} have no parcels to print: they are not confirmed yet, or were cancelled`
  },
  (numbers) => ({ details: { orders: numbers } }),
)

/** In the order in which they come out of the printer. */
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
 * What is needed to pack and send: a list for picking the pieces (A4), a slip (A5) and a label (A6) for each parcel. Whole orders, by their
 * ids or numbers, and single parcels, by their ids, with commas between them; what cannot be printed is named, and then nothing is.
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
