import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { orderNotFound } from '../orders.contract.ts'

/** For open parcels of producers who send by themselves and have a phone. */
export const listMakerLinks = endpoint('GET', '/api/order/seller/:id/makers', {
  access: 'seller',
  rights: ['orders'],
  summary: 'Links that tell the makers of an order by WhatsApp what to pack',
  params: z.object({ id: Id }),
  response: z.object({
    links: z.array(
      z.object({
        /** Id of the parcel. */
        parcel: z.string(),
        /** It opens WhatsApp with a sentence in the maker's language, which names nobody. */
        url: z.string(),
      }),
    ),
  }),
  errors: [orderNotFound],
})
