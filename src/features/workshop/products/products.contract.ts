import { z } from 'zod'
import { Category, productNotFound } from '#features/catalog/catalog.contract.ts'
import { FactsData } from '#features/catalog/facts/facts.contract.ts'
import { Piece, suspendedAsksNothing } from '#features/changes/changes.contract.ts'
import { MOST_PHOTOS } from '#features/changes/changes.states.ts'
import { ProductPicture } from '#features/pictures/product-picture.ts'
import { keyTaken } from '#features/products/price-changes.contract.ts'
import {
  Description,
  MAX_IMAGE_BYTES,
  MAX_NAME,
  productPrice,
  Stock,
  Version,
} from '#features/products/product-data.contract.ts'
import { MAX_PICTURES } from '#features/products/product-pictures.rules.ts'
import { message as productMessage } from '#features/products/products.messages.ts'
import { factsMissing, stockInBatches } from '#features/products/seller-products.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { IdempotencyKey } from '#shared/idempotency-key.ts'
import { Id } from '#shared/ids.ts'
import { IsoTime } from '#shared/iso-time.ts'
import { Page, pageFields } from '#shared/paging.ts'
import { personText } from '#shared/text.ts'
import { appError, finding } from '../workshop.messages.ts'
import { pieceStates } from './products.states.ts'

/** `photos`: the ids of those that are to be sent again. */
export const photoGone = appError('WORKSHOP_PHOTO_GONE', 400, ({ photos }) => ({ details: { photos } }))
export const tooManyPhotosWait = appError('WORKSHOP_TOO_MANY_PHOTOS', 409)
export const pieceChanged = appError('WORKSHOP_PIECE_CHANGED', 409)
export const tooManyPiecesWait = appError('WORKSHOP_TOO_MANY_PIECES', 409)
export const noChangeWaits = appError('WORKSHOP_NO_CHANGE', 404)

/** A piece of the producer's own, as its maker wants it, where a change waits or was sent back; else as it is in the shop. */
export const OwnPiece = Piece.extend({
  /** A new piece keeps it when it comes into the shop. */
  _id: z.string(),
  state: z.enum(pieceStates),
  /** Indian day on which the producer is back from a holiday; null: nobody is away. */
  backOn: z.string().nullable(),
  /** True: it has never been in the shop. */
  isNew: z.boolean(),
  inStock: z.boolean(),
  /** True: its stock is in batches, which the office counts. */
  isInBatches: z.boolean(),
  /** Of the product; null: it is new. */
  version: z.int().nullable(),
  /** The change of it that is open: when its maker sent it; and, sent back, with which sentence, by whom and when. */
  change: z
    .object({ askedAt: IsoTime, sentBack: z.object({ message: z.string(), by: z.string(), at: IsoTime }).nullable() })
    .nullable(),
})
export type OwnPiece = z.output<typeof OwnPiece>

const own = { access: 'producer', people: 'helpers too' } as const
const OfPiece = z.object({ id: Id })

/** Sent back first, then those that wait, then those of the shop, newest first. */
export const listOwnPieces = endpoint('GET', '/api/workshop/products', {
  ...own,
  summary: "The producer's own pieces",
  query: z.object({
    state: z.enum(pieceStates).optional(),
    /** Only those on sale of which the last piece is left, newest first, also where a change of one is open. */
    low: z.literal('1').optional(),
    page: Page,
  }),
  response: z.object({
    pieces: z.array(OwnPiece),
    /** By state, of all of them. */
    counts: z.record(z.enum(pieceStates), z.int()),
    /** What shoppers can buy, also where a change of it is open. */
    onSale: z.int(),
    ...pageFields,
  }),
})

export const getOwnPiece = endpoint('GET', '/api/workshop/product/:id', {
  ...own,
  summary: 'One own piece',
  params: OfPiece,
  response: z.object({
    piece: OwnPiece,
    /** What the producer's people change acts at once, but for the maker's price. */
    isTrusted: z.boolean(),
  }),
  errors: [productNotFound],
})

/** Kept for a day, or for as long as a piece shows it. */
export const sendPhoto = endpoint('POST', '/api/workshop/picture', {
  ...own,
  rate: 'sellerUpload',
  isHeavy: true,
  summary: 'Send one photo for a piece',
  input: 'multipart',
  form: { file: 'picture', most: 1, maxBytes: MAX_IMAGE_BYTES },
  status: 201,
  response: z.object({ _id: z.string(), picture: ProductPicture }),
  errors: [tooManyPhotosWait, suspendedAsksNothing],
})

/** Ids of photos that were sent, and keys of pictures that the piece has, in their order. */
const Pictures = z.array(z.string().max(100)).min(1, finding('WORKSHOP_PHOTO_MISSING'))

const pieceFields = {
  name: personText(productMessage('PRODUCT_NAME'), MAX_NAME),
  category: Category,
  pictures: Pictures.max(MOST_PHOTOS),
  makerPrice: productPrice(productMessage('MAKER_PRICE')),
  description: Description,
  /** What it states, by field; null takes one away, what is not named stays. */
  facts: FactsData,
}

/** It waits for the office, which sets price and offer price. With an Idempotency-Key once. */
export const addOwnPiece = endpoint('POST', '/api/workshop/product', {
  ...own,
  summary: 'Send a new piece to the shop',
  headers: IdempotencyKey,
  body: z.object({
    ...pieceFields,
    description: Description.optional(),
    facts: FactsData.optional(),
    /** Empty: not counted. */
    stock: Stock.nullish(),
  }),
  status: 201,
  response: z.object({ message: z.string(), piece: OwnPiece }),
  errors: [photoGone, suspendedAsksNothing, tooManyPiecesWait, keyTaken],
})

/** What a trusted producer changes acts at once, but for the maker's price; everything else waits for the office. Sent again it takes the place of what waited. */
export const changeOwnPiece = endpoint('PATCH', '/api/workshop/product/:id', {
  ...own,
  summary: 'Change an own piece',
  params: OfPiece,
  body: z
    .object(pieceFields)
    .partial()
    .extend({
      /** The office may have given it more pictures than a maker sends; those may stay. */
      pictures: Pictures.max(MAX_PICTURES).optional(),
      /** The version that was looked at; if it is old, WORKSHOP_PIECE_CHANGED and no change. */
      version: Version.optional(),
    }),
  response: z.object({ message: z.string(), piece: OwnPiece }),
  errors: [productNotFound, photoGone, pieceChanged, suspendedAsksNothing, factsMissing],
})

/** At once. */
export const setOwnStock = endpoint('PATCH', '/api/workshop/product/:id/stock', {
  ...own,
  summary: 'Say how many pieces there are',
  params: OfPiece,
  body: z.object({ stock: Stock }),
  response: z.object({ message: z.string(), piece: OwnPiece }),
  errors: [productNotFound, stockInBatches],
})

/** A new piece is gone then; another stays as it is in the shop. */
export const takeOwnChangeBack = endpoint('DELETE', '/api/workshop/product/:id/change', {
  ...own,
  summary: 'Take back what waits for the office, or was sent back',
  params: OfPiece,
  response: z.object({ message: z.string() }),
  errors: [productNotFound, noChangeWaits],
})
