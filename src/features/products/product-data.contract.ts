import { z } from 'zod'
import { BatchesData } from '#features/catalog/batches/batches.contract.ts'
import { Category } from '#features/catalog/catalog.contract.ts'
import { message as catalogMessage } from '#features/catalog/catalog.messages.ts'
import { MAX_PICTURE_TEXT } from '#features/catalog/catalog.picture-texts.ts'
import { MAX_SKU } from '#features/catalog/catalog.sku.ts'
import { FactsData, type FactValues, factsAfter } from '#features/catalog/facts/facts.contract.ts'
import { StatedFamily } from '#features/catalog/families/families.contract.ts'
import { MarksData } from '#features/catalog/marks/marks.contract.ts'
import { withTax } from '#features/prices/prices.tax.ts'
import { type Message, textOf } from '#shared/messages.ts'
import { fromRupees, isWholePaise, MAX_PRICE_PAISE, type Paise, toRupees } from '#shared/money.ts'
import { readDayRange, writeDayRange } from '#shared/reading/day-range.ts'
import { personText, visibleLine } from '#shared/text.ts'
import { MAX_PICTURES } from './product-pictures.rules.ts'
import { finding, message } from './products.messages.ts'

// What comes in of a product: the fields of a form, of a file's line and of other programs.

export const MAX_IMAGE_BYTES = 10 * 1024 * 1024
const MAX_STOCK = 1_000_000
export const MAX_NAME = 200
const MAX_DESCRIPTION_LINES = 50
const MAX_LINE = 500
const MAX_WEIGHT = 40
export const tooManyPictures = message('TOO_MANY_IMAGES', { most: MAX_PICTURES })

/** Rupees as typed, above 0 (or from 0), at most ₹1,00,00,000; gives paise. */
export const productPrice = (of: Message, { isFree = false } = {}) =>
  z.number({ error: finding('AMOUNT_NO_NUMBER', { of }) }).transform((rupees, ctx) => {
    const refuse = (problem: string) => {
      ctx.issues.push({ code: 'custom', input: rupees, message: problem })
      return z.NEVER
    }
    if (rupees < 0 && isFree) return refuse(finding('AMOUNT_BELOW_NOTHING', { of }))
    if (rupees <= 0 && !isFree) return refuse(finding('AMOUNT_NOTHING', { of }))
    if (rupees > toRupees(MAX_PRICE_PAISE)) return refuse(finding('AMOUNT_TOO_HIGH', { of, most: MAX_PRICE_PAISE }))
    if (!isWholePaise(rupees)) return refuse(finding('AMOUNT_TOO_EXACT', { of }))
    return fromRupees(rupees)
  })

/** Lines, or one text with a line for each point, without empty ones. */
export const Description = z
  .union([z.array(z.string()), z.string()], { error: finding('DESCRIPTION_NO_LINES') })
  .transform((value) =>
    (typeof value === 'string' ? value.split(/\r\n?|\n/) : value).map((line) => line.trim()).filter(Boolean),
  )
  .refine(
    (lines) => lines.length <= MAX_DESCRIPTION_LINES,
    finding('DESCRIPTION_TOO_MANY_LINES', { most: MAX_DESCRIPTION_LINES }),
  )
  .refine(
    (lines) => lines.every((line) => line.length <= MAX_LINE),
    finding('DESCRIPTION_LINE_TOO_LONG', { most: MAX_LINE }),
  )

export const Stock = z
  .int({ error: finding('STOCK_NO_NUMBER') })
  .min(0, finding('STOCK_BELOW_NOTHING'))
  .max(MAX_STOCK, finding('STOCK_TOO_HIGH', { most: MAX_STOCK }))

/** "4-8" or "5"; gives '4-8', or null for nothing. */
const DeliveryDaysText = z.string({ error: finding('DELIVERY_DAYS_UNCLEAR') }).transform((text, ctx) => {
  if (text.trim() === '') return null
  const range = readDayRange(text)
  if (range) return writeDayRange(range)
  ctx.issues.push({ code: 'custom', input: text, message: finding('DELIVERY_DAYS_UNCLEAR') })
  return z.NEVER
})

/** Read out for a picture; empty: the product's name. */
const PictureText = z
  .string({ error: finding('IMAGE_TEXT_NO_TEXT') })
  .overwrite(visibleLine)
  .trim()
  .max(MAX_PICTURE_TEXT, finding('IMAGE_TEXT_TOO_LONG', { most: MAX_PICTURE_TEXT }))

/** One for each picture, in their order. */
const PictureTexts = z.array(PictureText).max(MAX_PICTURES, textOf(tooManyPictures))

const productFields = z.object({
  name: personText(message('PRODUCT_NAME'), MAX_NAME),
  category: z
    .string({ error: finding('CATEGORY_MISSING') })
    .min(1, finding('CATEGORY_MISSING'))
    .pipe(Category),
  price: productPrice(message('PRICE')),
  /** At most the price. */
  offerPrice: productPrice(message('OFFER_PRICE')),
  /** For one piece; empty: not stated. Needs a producer, and may be above the offer price. */
  makerPrice: productPrice(message('MAKER_PRICE'), { isFree: true }).nullish(),
  /** Packing, courier and payment of a piece; empty: none. */
  costs: productPrice(message('PRODUCT_COSTS'), { isFree: true }).nullish(),
  description: Description.optional(),
  /** What it states, by field; null takes one away, what is not named stays. */
  facts: FactsData.optional(),
  /** All its marks; a mark keeps its certificate by its kind. */
  marks: MarksData.optional(),
  weight: z
    .string()
    .trim()
    .max(MAX_WEIGHT, finding('WEIGHT_TOO_LONG', { most: MAX_WEIGHT }))
    .nullish(),
  /** Empty: not counted; 0 turns inStock off. */
  stock: Stock.nullish(),
  /** All its batches: its stock is then what may be sold of them, and no other can be typed. None: its stock is counted as a whole again. */
  batches: BatchesData.optional(),
  /** Order to door, such as 4-8; empty: the shop's. */
  deliveryDays: DeliveryDaysText.nullish(),
  /** Unique without case and outer spaces; empty for none. */
  sku: z
    .string({ error: finding('SKU_NO_TEXT') })
    .overwrite(visibleLine)
    .trim()
    .max(MAX_SKU, finding('SKU_TOO_LONG', { most: MAX_SKU }))
    .nullish(),
  /** False: it can be returned only if it came damaged. New products: true, but false for food. */
  returnable: z.boolean({ error: finding('RETURNABLE_UNCLEAR') }).optional(),
  /** An approved producer's id; empty for none. */
  producer: z.string().max(64).nullish(),
  /** Found by its name within category and producer, else made. Null takes the product out of its family. */
  family: StatedFamily.nullish(),
  pictureTexts: PictureTexts.optional(),
  /** True takes it off sale. False only publishes a draft. */
  draft: z.boolean({ error: finding('DRAFT_UNCLEAR') }).optional(),
})

export const offerAbovePrice = message('OFFER_ABOVE_PRICE')
export const isOfferTooHigh = (prices: { price: Paise; offerPrice: Paise }) => prices.offerPrice > prices.price

export const makerPriceNeedsProducer = message('MAKER_PRICE_NEEDS_PRODUCER')
export const lacksMaker = ({
  makerPrice,
  producer,
}: {
  makerPrice?: Paise | null | undefined
  producer?: string | null | undefined
}) => makerPrice != null && !producer

/** A stated MRP is what a piece costs at most, every tax included; undefined where it is no less than what is paid. */
export function mrpProblem({ mrp }: FactValues, offerPrice: Paise) {
  const paid = withTax(offerPrice)
  return typeof mrp === 'number' && mrp < paid ? catalogMessage('MRP_BELOW_PAID', { paid }) : undefined
}

/** JSON in a multipart form, with up to 4 files named `images`. */
export const ProductData = productFields.superRefine((product, ctx) => {
  if (isOfferTooHigh(product)) ctx.addIssue({ code: 'custom', path: ['offerPrice'], message: textOf(offerAbovePrice) })
  if (lacksMaker(product))
    ctx.addIssue({ code: 'custom', path: ['makerPrice'], message: textOf(makerPriceNeedsProducer) })
  const tooLow = mrpProblem(factsAfter({}, product.facts ?? {}), product.offerPrice)
  if (tooLow) ctx.addIssue({ code: 'custom', path: ['facts', 'mrp'], message: textOf(tooLow) })
})
export type ProductData = z.output<typeof ProductData>

export const Version = z.int(finding('VERSION_NO_NUMBER'))

/** Only the changes. `images` is the new order: keys of stored pictures, and `new:0`, `new:1`, … for sent files, which come last without it. */
export const ProductChange = productFields.partial().extend({
  images: z.array(z.string().max(100)).max(MAX_PICTURES, textOf(tooManyPictures)).optional(),
  /** The version that was edited; if it is old, PRODUCT_CHANGED and no change. */
  version: Version.optional(),
})
export type ProductChange = z.output<typeof ProductChange>

export const NewPicture = z.object({
  pictureText: PictureText.optional(),
  /** The version to which it is added; if it is old, PRODUCT_CHANGED and no change. */
  version: Version.optional(),
})
export type NewPicture = z.output<typeof NewPicture>
