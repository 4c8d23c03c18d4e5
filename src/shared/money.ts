import { z } from 'zod'

/** Most that a price may be: ₹1,00,00,000, in paise. */
export const MAX_PRICE_PAISE = 1_00_00_000_00

/** Rupees with at most 2 decimals on the wire, integer paise in code. The one place that knows both. */
export const Rupees = z
  .codec(z.number(), z.int(), {
    decode: (rupees, ctx) => {
      const paise = Math.round(rupees * 100)
      if (Math.abs(rupees * 100 - paise) > 1e-4) {
        ctx.issues.push({ code: 'custom', input: rupees, message: 'Use at most 2 decimals' })
        return z.NEVER
      }
      return paise
    },
    encode: (paise) => paise / 100,
  })
  .meta({ description: 'Rupees, at most 2 decimals' })
