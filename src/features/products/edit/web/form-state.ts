import type { z } from 'zod'
import type { ProductPicture } from '#features/pictures/product-picture.ts'
import type { AppError } from '#shared/app-error.ts'
import { fromRupees, type RupeeNumber } from '#shared/money.ts'
import type { ChosenEvidence } from '../../marks/web/seller-marks-part.tsx'
import { draftOf, type ProductDraft, type ProductField, type toProductData } from '../../product-form.rules.ts'
import type { SavedProduct } from '../../seller-products.contract.ts'
import type { ChosenPicture } from './use-product-pictures.ts'

export type Saved = z.input<typeof SavedProduct>

export interface FormState {
  draft: ProductDraft
  images: readonly ProductPicture[]
  /** The version of a product that is stored already. */
  version?: number
  priceRaisedAt?: Date | undefined
}

/** `changed` names the changed fields. */
export interface Edit {
  fields: ReturnType<typeof toProductData>
  pictures: readonly ChosenPicture[]
  evidence: ChosenEvidence
  changed: readonly ProductField[]
  version: number | undefined
  /** Undefined: the product stays a draft, or none. */
  draft: boolean | undefined
}

/** The product as stored by another seller, who that was and when. */
export interface Refused {
  product: Saved['product']
  stored: FormState
  by: string
  at: Date | undefined
}

/** The product is saved without those of its pictures and certificates that did not arrive. */
export interface Unfinished {
  product: Saved['product']
  /** All of the form, in its order; those that arrived are stored ones now. */
  pictures: readonly ChosenPicture[]
  /** Certificates that did not arrive. */
  evidence: ChosenEvidence
  failure: AppError
}

/** What the form shows of a stored product. */
export function stateOf(product: Saved['product'], producerName: string): FormState {
  const orNull = (rupees: RupeeNumber | null) => (rupees === null ? null : fromRupees(rupees))
  const inPaise = {
    price: fromRupees(product.price),
    offerPrice: fromRupees(product.offerPrice),
    makerPrice: orNull(product.makerPrice),
    costs: orNull(product.costs),
  }
  const { facts = {}, images, version, priceRaisedAt } = product
  const mrp = typeof facts.mrp === 'number' ? { mrp: fromRupees(facts.mrp) } : {}
  return {
    draft: draftOf({ ...product, ...inPaise, facts: { ...facts, ...mrp } }, producerName),
    images,
    version,
    priceRaisedAt: priceRaisedAt === undefined ? undefined : new Date(priceRaisedAt),
  }
}
