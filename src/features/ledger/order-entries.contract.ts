import { z } from 'zod'
import { orderNotFound } from '#features/orders/orders.contract.ts'
import { Shares } from '#features/prices/prices.percentages.ts'
import { ofDemo } from '#shared/demo.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { entryKinds } from './ledger.kinds.ts'

const OrderEntry = z.object({
  number: z.int(),
  at: IsoTime,
  kind: z.enum(entryKinds),
  /** Missing for an entry of the whole order. */
  piece: z.string().optional(),
  /** Below 0 for returned pieces. */
  quantity: z.int(),
  shares: Shares,
  tax: Rupees,
  /** The public file's row as it was hashed, with the hash (docs/ledger.md). */
  row: z.string(),
  hash: z.string(),
  /** The salt and nine cells whose SHA-256 is the row's commitment; missing where the row shows them. */
  opening: z.string().optional(),
})
export type OrderEntry = z.output<typeof OrderEntry>

/** Only the order's shopper sees this: where a maker did not agree, the public file hides pieces and amounts. */
export const getMyOrderEntries = endpoint('GET', '/api/order/:id/ledger', {
  access: 'user',
  summary: 'What the ledger has of an order, with what opens its commitments',
  params: z.object({ id: Id }),
  response: z.object({
    order: z.object({ _id: z.string(), number: z.int(), ...ofDemo }),
    entries: z.array(OrderEntry),
  }),
  errors: [orderNotFound],
})
