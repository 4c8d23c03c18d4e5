import { z } from 'zod'

/** ISO 8601 on the wire, Date in code. */
export const IsoTime = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
})
