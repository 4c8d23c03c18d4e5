import { z } from 'zod'
import { familyTaken, productNotFound } from '#features/catalog/catalog.contract.ts'
import { Facts } from '#features/catalog/facts/facts.contract.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { Percentages } from '#features/prices/prices.percentages.ts'
import { MAX_NAME, productPrice, Version } from '#features/products/product-data.contract.ts'
import { message as productMessage } from '#features/products/products.messages.ts'
import { factsMissing, skuTaken } from '#features/products/seller-products.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { languages } from '#shared/languages.ts'
import { Limit, Page, pageFields } from '#shared/paging.ts'
import { Rupees } from '#shared/rupees-codec.ts'
import { personText, text } from '#shared/text.ts'
import { appError, finding, message } from './changes.messages.ts'
import { changeKinds, MAX_SENTENCE } from './changes.states.ts'
import { WantedPage } from './changes.wanted.ts'

export const changeNotFound = appError('CHANGE_NOT_FOUND', 404)
export const changeDecided = appError('CHANGE_DECIDED', 409)
export const changeSentAnew = appError('CHANGE_SENT_ANEW', 409)
/** `by`: who of the shop changed it meanwhile, or ''. */
export const changeOvertaken = appError('CHANGE_OVERTAKEN', 409)
export const changeNeedsPrices = appError('CHANGE_NEEDS_PRICES', 400)
/** `name`: of the producer, who is out of the shop: no new piece comes in. */
export const changeOfSuspended = appError('CHANGE_OF_SUSPENDED', 409)
/** What a suspended producer's people are told. */
export const suspendedAsksNothing = appError('CHANGE_PRODUCER_SUSPENDED', 409)

/** A piece as it is in the shop, or as its maker wants it; only the fields that a maker sets. */
export const Piece = z.object({
  name: z.string(),
  category: z.string(),
  description: z.array(z.string()),
  facts: Facts,
  pictures: z.array(ProductPicture),
  /** For one piece; null: not stated. */
  makerPrice: Rupees.nullable(),
  /** Null: not counted. */
  stock: z.int().nullable(),
})
export type Piece = z.output<typeof Piece>

const fields = {
  _id: z.string(),
  /** Of the piece, or of the producer. */
  name: z.string(),
  producer: z.object({ _id: z.string(), name: z.string(), location: z.string() }),
  askedBy: z.string(),
  askedAt: IsoTime,
  /** Counted up when the maker sends it anew. */
  edition: z.int(),
}

/** A change of a piece or of a page, with both sides of it. */
export const Change = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('new piece'), ...fields, wanted: Piece }),
  z.object({
    kind: z.literal('piece'),
    ...fields,
    product: z.string(),
    /** Of the product as it is now. */
    version: z.int(),
    /** The product is archived, a draft, or out of the shop with its producer: approved, it stays so. */
    isOutOfShop: z.boolean(),
    /** Who of the shop changed the product after the maker sent this, or ''; null: nobody did. */
    overtakenBy: z.string().nullable(),
    /** What it costs; the costs of one piece are null where there are none. */
    prices: z.object({ price: Rupees, offerPrice: Rupees, costs: Rupees.nullable() }),
    now: Piece,
    wanted: Piece,
  }),
  z.object({
    kind: z.literal('page'),
    ...fields,
    /** Of the page as it is now: a number that is another one after each edit of it. */
    version: z.int(),
    overtakenBy: z.string().nullable(),
    now: WantedPage.required(),
    wanted: WantedPage.required(),
  }),
])
export type Change = z.output<typeof Change>

/** With a maker, who has the sentence and has not sent it anew. */
export const SentBackChange = z.object({
  ...{ _id: z.string(), kind: z.enum(changeKinds), name: z.string() },
  producer: z.object({ _id: z.string(), name: z.string() }),
  decidedAt: IsoTime,
  message: z.string(),
})

const office = { access: 'seller', rights: ['catalogue'] } as const

/** The oldest first, 25 a page; `total` is how many wait. */
export const listChanges = endpoint('GET', '/api/change', {
  ...office,
  summary: 'What makers want changed in the shop, and what waits for them again',
  query: z.object({ page: Page, limit: Limit, producer: Id.optional() }),
  response: z.object({
    changes: z.array(Change),
    /** Since when the oldest one waits; null: none does. */
    waitingSince: IsoTime.nullable(),
    sentBack: z.array(SentBackChange),
    /** In which the makers of these changes read, by the producer's id. */
    languages: z.record(z.string(), z.enum(languages)),
    /** Today's, for the bar that shows where the rupee goes. */
    percentages: Percentages,
    ...pageFields,
  }),
})

/** Of a new piece: what the office adds to what its maker wants. */
export const NewPieceData = z.object({
  /** As shoppers read it; without it the maker's own. */
  name: personText(productMessage('PRODUCT_NAME'), MAX_NAME).optional(),
  price: productPrice(productMessage('PRICE')),
  offerPrice: productPrice(productMessage('OFFER_PRICE')),
  costs: productPrice(productMessage('PRODUCT_COSTS'), { isFree: true }).nullish(),
})

/**
 * Once. `approved`: it is in the shop with the answer; a maker's price above what offer price less costs leave needs `money`, too. `sent back`: its maker
 * reads the sentence.
 */
export const decideChange = endpoint('POST', '/api/change/:id', {
  ...office,
  summary: 'Approve what a maker wants changed, or send it back with a sentence',
  params: z.object({ id: Id }),
  body: z.object({
    to: z.enum(['approved', 'sent back'], { error: finding('CHANGE_TO') }),
    message: text(message('CHANGE_SENTENCE'), MAX_SENTENCE).optional(),
    /** The edition that was looked at; without it the one there is. */
    edition: z.int().optional(),
    /** The version that was looked at, of the product or the page; without it the one from which the maker made the change. */
    version: Version.optional(),
    product: NewPieceData.optional(),
  }),
  response: z.object({ message: z.string() }),
  errors: [
    changeNotFound,
    changeDecided,
    changeSentAnew,
    changeOvertaken,
    changeNeedsPrices,
    changeOfSuspended,
    productNotFound,
    factsMissing,
    skuTaken,
    familyTaken,
  ],
})
