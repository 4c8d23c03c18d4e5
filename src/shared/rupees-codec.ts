// Apart from money.ts, which every page loads: this file brings zod, which only contracts need.
import { z } from 'zod'
import { sharedFinding as finding } from './app-error.ts'
import { fromRupees, isWholePaise, type RupeeNumber, toRupees } from './money.ts'
import { numberInText } from './reading/number-in-text.ts'

export const PaiseNumber = z.int().brand<'Paise', 'inout'>()

const WireNumber: z.ZodType<RupeeNumber, RupeeNumber> = z.number()

/** Rupees with at most 2 decimals on the wire, paise in code. */
export const Rupees = z
  .codec(WireNumber, PaiseNumber, {
    decode: (rupees, ctx) => {
      if (isWholePaise(rupees)) return fromRupees(rupees)
      ctx.issues.push({ code: 'custom', input: rupees, message: finding('TWO_DECIMALS') })
      return z.NEVER
    },
    encode: toRupees,
  })
  .meta({ description: 'Rupees, at most 2 decimals' })

export const RupeesInQuery = numberInText(z.string().regex(/^\d{1,8}(\.\d{1,2})?$/, finding('RUPEES_IN_QUERY')), {
  type: 'number',
  minimum: 0,
  maximum: 99_999_999.99,
}).transform((written) => fromRupees(Number(written)))
