import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { orderNotFound } from '../orders.contract.ts'
import { appError, finding } from '../orders.messages.ts'
import { parcelNotFound } from './parcels.contract.ts'

export const MAX_PRINTED = 300

export const nothingToPrint = appError('NOTHING_TO_PRINT', 409, ({ numbers }) => ({ details: { orders: numbers } }))

/** The parts in the order in which the printer gives them. */
export const printParts = ['picking', 'slips', 'labels'] as const
export type PrintPart = (typeof printParts)[number]

const part = `(?:${printParts.join('|')})`
const whatToPrint = finding('WHAT_TO_PRINT')
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
  rights: ['orders'],
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
      if (count === 0) say(finding('NOTHING_CHOSEN_TO_PRINT'))
      if (count > MAX_PRINTED) say(finding('TOO_MANY_TO_PRINT', { most: MAX_PRINTED }))
    }),
  file: 'application/pdf',
  errors: [orderNotFound, parcelNotFound, nothingToPrint],
})
