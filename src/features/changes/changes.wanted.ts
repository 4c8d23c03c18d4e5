import { z } from 'zod'
import { Facts } from '#features/catalog/facts/facts.contract.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { PaiseNumber } from '#shared/rupees-codec.ts'

/** What a maker wants of a piece, as it is stored; a change has only what is to become different. */
export const WantedPiece = z.object({
  name: z.string().optional(),
  /** Slug. */
  category: z.string().optional(),
  description: z.array(z.string()).optional(),
  /** All that it is to state, not the difference. */
  facts: Facts.optional(),
  /** All of them, in their order: those that the product has, and new ones. */
  pictures: z.array(ProductPicture).optional(),
  /** For one piece. */
  makerPrice: PaiseNumber.optional(),
  /** Of a new piece alone: later it is changed at once. Null: it is not counted. */
  stock: z.int().nullable().optional(),
})
export type WantedPiece = z.output<typeof WantedPiece>

/** What a maker wants of their own page. */
export const WantedPage = z.object({
  name: z.string().optional(),
  location: z.string().optional(),
  story: z.string().optional(),
  specialties: z.array(z.string()).optional(),
  profileImageUrl: z.string().optional(),
  coverImageUrl: z.string().optional(),
})
export type WantedPage = z.output<typeof WantedPage>
