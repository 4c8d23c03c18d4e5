import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** Somebody of the office calls them. */
export const UntoldProducer = z.object({
  _id: z.string(),
  name: z.string(),
  /** Null: there is none either. */
  phone: z.string().nullable(),
  /** Opens WhatsApp with a sentence in the producer's language; null without a phone. */
  whatsapp: z.string().nullable(),
  /** Parcels to pack or to send. */
  parcels: z.int(),
})
export type UntoldProducer = z.output<typeof UntoldProducer>

/** Who sends by themselves or has people in the workshop, and has neither an e-mail address nor a phone that may be told. */
export const listUntold = endpoint('GET', '/api/producer/untold', {
  access: 'seller',
  rights: ['orders', 'producers'],
  summary: 'Makers who cannot be told of parcels, those with the most parcels first',
  response: z.object({
    /** At most 50 of `total`. */
    producers: z.array(UntoldProducer),
    total: z.int(),
  }),
})
