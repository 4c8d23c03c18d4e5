import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { IsoTime } from '#shared/iso-time.ts'

/** Why ledger, invoices and payouts wait: the clock may be wrong. */
const Doubt = z.object({
  kind: z.enum(['jump', 'start']),
  /** The time that the clock shows. */
  shown: IsoTime,
  /** The time that the shop uses meanwhile. */
  now: IsoTime,
  /** The ledger's last entry, if the doubt is of the start. */
  lastEntryAt: IsoTime.nullable(),
})

export const getDateDoubt = endpoint('GET', '/api/seller/date', {
  access: 'seller',
  rights: [],
  summary: 'Whether the date of the shop is in doubt, so that its books wait',
  response: z.object({ doubt: Doubt.nullable() }),
})

/** Confirming again changes nothing. */
export const confirmDate = endpoint('POST', '/api/seller/date', {
  access: 'seller',
  rights: ['team'],
  summary: 'Say that the date is right: ledger, invoices and payouts go on',
  response: z.object({ message: z.string() }),
})
