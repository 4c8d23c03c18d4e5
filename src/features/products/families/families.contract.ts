import { z } from 'zod'
import { familyTaken, productNotFound } from '#features/catalog/catalog.contract.ts'
import { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { MAX_MEMBERS } from '#features/catalog/families/families.rules.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { finding } from '../products.messages.ts'
import { SellerProduct } from '../seller-products.contract.ts'

const MIN_MEMBERS = 2

/** All or none: they must have one category and one producer. Each gets a new version. The axes are those of the first, in its order. */
export const makeFamily = endpoint('POST', '/api/product/family', {
  access: 'seller',
  rights: ['catalogue'],
  summary: 'Make products one family: one thing in several sizes or colours',
  body: z.object({
    name: StatedFamily.shape.name,
    members: z
      .array(z.object({ _id: Id, axes: StatedFamily.shape.axes }))
      .min(MIN_MEMBERS, finding('FAMILY_OF_ONE'))
      .max(MAX_MEMBERS, finding('TOO_MANY_SELECTED', { most: MAX_MEMBERS })),
  }),
  response: z.object({ message: z.string(), products: z.array(SellerProduct) }),
  errors: [productNotFound, familyTaken],
})
export type NewFamily = z.output<typeof makeFamily.body>
