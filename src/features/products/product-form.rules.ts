import { findCategory } from '#features/catalog/catalog.categories.ts'
import { isUsuallyReturnable } from '#features/catalog/catalog.returns.ts'
import { type FactName, factNames, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import { readFact, typedFact } from '#features/catalog/facts/facts.texts.ts'
import type { Typed } from '#shared/form-fields.ts'
import { MAX_PRICE_PAISE, NO_MONEY, type Paise, readRupees, toRupees, typedRupees } from '#shared/money.ts'
import { readDayRange, typedDayRange } from '#shared/reading/day-range.ts'
import { toBatches, typedBatches, typedBatchesProblem, typedBatchesText } from './batches/typed-batches.ts'
import { toFamily, typedFamily, typedFamilyProblem, typedFamilyText } from './families/typed-family.ts'
import { toMarks, typedMarks, typedMarksProblem, typedMarksText } from './marks/typed-marks.ts'
import { productsEn } from './products.words.en.ts'
import type { SellerProduct } from './seller-products.contract.ts'

/** A product as the seller types it. */
type FactKey = `facts.${FactName}`
export const factKey = (name: FactName): FactKey => `facts.${name}`

export interface ProductDraft extends Record<FactKey, string> {
  name: string
  category: string
  description: string
  price: string
  offerPrice: string
  /** For one piece; empty: not stated. */
  makerPrice: string
  /** For one piece; empty: nothing. */
  costs: string
  weight: string
  stock: string
  /** See batches/typed-batches.ts; in batches, the stock is theirs. */
  batches: string
  /** "4-8" or "5"; empty: the shop's days. */
  deliveryDays: string
  sku: string
  /** See families/typed-family.ts. */
  family: string
  /** See marks/typed-marks.ts. */
  marks: string
  /** No: it can be returned only if it came damaged. */
  returnable: 'Yes' | 'No'
  /** The producer's id, or empty. */
  producer: string
  /** Shown in the form, not sent. */
  producerName: string
}

const ofFacts = (text: (name: FactName) => string) =>
  Object.fromEntries(factNames.map((name) => [factKey(name), text(name)])) as Record<FactKey, string>

/** No facts typed. */
export const noFacts = ofFacts(() => '')

/** The fields in the form's order. */
export const productFields = [
  'name',
  'category',
  ...factNames.map(factKey),
  'description',
  'price',
  'offerPrice',
  'makerPrice',
  'costs',
  'weight',
  'stock',
  'batches',
  'deliveryDays',
  'sku',
  'family',
  'marks',
  'returnable',
  'producer',
] as const
export type ProductField = (typeof productFields)[number]

export const fieldLabels: Record<ProductField, string> = {
  name: 'Product name',
  category: 'Category',
  ...ofFacts((name) => fieldOf(name).label),
  description: 'Description',
  price: 'Price',
  offerPrice: 'Offer price',
  makerPrice: 'Maker’s price',
  costs: 'Costs',
  weight: 'Weight',
  stock: 'Stock count',
  batches: 'Batches',
  deliveryDays: 'Delivery days',
  sku: 'SKU',
  family: 'Family',
  marks: 'Marks',
  returnable: 'Can be returned',
  producer: 'Producer',
}

export function shownValue(draft: ProductDraft, field: ProductField) {
  if (field === 'family') return typedFamilyText(draft.family)
  if (field === 'marks') return typedMarksText(draft.marks)
  if (field === 'batches') return typedBatchesText(draft.batches)
  if (field === 'category') return findCategory(draft.category)?.text ?? draft.category
  return field === 'producer' ? draft.producerName : draft[field]
}

/** "5" for the stored "5-5". */
function typedDays(stored: string | undefined) {
  const range = readDayRange(stored ?? '')
  return range ? typedDayRange(range) : ''
}

const typedOrNothing = (amount: Paise | null) => (amount === null ? '' : typedRupees(amount))

/** Prices in paise. */
export const draftOf = (
  product: Omit<SellerProduct, 'createdAt' | 'priceRaisedAt'>,
  producerName: string,
): ProductDraft => ({
  name: product.name,
  category: product.category,
  ...ofFacts((name) => typedFact(name, product.facts?.[name])),
  description: product.description.join('\n'),
  price: typedRupees(product.price),
  offerPrice: typedRupees(product.offerPrice),
  makerPrice: typedOrNothing(product.makerPrice),
  costs: typedOrNothing(product.costs),
  weight: product.weight ?? '',
  stock: product.stock === null ? '' : String(product.stock),
  batches: typedBatches(product.batches),
  deliveryDays: typedDays(product.deliveryDays),
  sku: product.sku ?? '',
  family: typedFamily(product.family),
  marks: typedMarks(product.marks),
  returnable: product.returnable ? 'Yes' : 'No',
  producer: product.producer ?? '',
  producerName,
})

/** Another seller changed it; `yours` if it was changed here too. */
export interface ChangedField {
  field: ProductField
  theirs: string
  yours?: string
}

/** Merges another seller's save into the draft; both began from `before`. Untouched fields become theirs, others stay. Gives their changes. */
export function mergeDrafts(before: ProductDraft, theirs: ProductDraft, yours: ProductDraft) {
  const draft = { ...yours }
  const changed: ChangedField[] = []
  for (const field of productFields) {
    if (theirs[field] === before[field] || theirs[field] === yours[field]) continue
    const isTouched = yours[field] !== before[field]
    changed.push({
      field,
      theirs: shownValue(theirs, field),
      ...(isTouched ? { yours: shownValue(yours, field) } : {}),
    })
    if (!isTouched) takeField(draft, theirs, field)
  }
  return { draft, changed }
}

export function takeField(into: ProductDraft, from: ProductDraft, field: ProductField) {
  Object.assign(into, { [field]: from[field] })
  if (field === 'producer') into.producerName = from.producerName
}

/** One digit more than the highest price, which then gets its own message. */
const PRICE_DIGITS = 9
export const paiseOf = (typed: string) => readRupees(typed, PRICE_DIGITS)

/** The price while it is typed; 0 until it is an amount. */
export const paiseSoFar = (typed: string) => paiseOf(typed) ?? NO_MONEY

export const isOfferAbovePrice = ({ price, offerPrice }: Pick<ProductDraft, 'price' | 'offerPrice'>) =>
  paiseSoFar(price) > 0 && paiseSoFar(offerPrice) > paiseSoFar(price)

function priceProblem(typed: string, name: string) {
  if (typed.trim() === '') return `Enter ${name}`
  return paiseOf(typed) === 0 ? 'Enter more than ₹0' : amountProblem(typed)
}

function amountProblem(typed: string) {
  const amount = paiseOf(typed)
  if (amount === undefined) return 'Use an amount like 1,249 or 1,249.50'
  return amount > MAX_PRICE_PAISE ? 'Enter at most ₹1,00,00,000' : undefined
}

/** May be empty or 0. A maker's price needs a producer. */
function shareProblem(field: 'makerPrice' | 'costs', draft: Typed<ProductField>) {
  if (draft[field].trim() === '') return undefined
  return amountProblem(draft[field]) ?? (field === 'makerPrice' && draft.producer === '' ? noProducer : undefined)
}
const noProducer = 'A maker’s price needs a producer. Choose one above, or leave this empty'

/** Since when a raised price hides the offer: the stored moment, or `now` if this draft raises it. */
export function raisedPrice(
  stored: { draft: Pick<ProductDraft, 'price'>; priceRaisedAt?: Date | undefined },
  price: string,
) {
  const before = paiseSoFar(stored.draft.price)
  return before > 0 && paiseSoFar(price) > before ? 'now' : stored.priceRaisedAt
}

/** The usual choice follows the category. */
export function withCategory(draft: ProductDraft, category: string): Partial<ProductDraft> {
  const usual = usuallyReturnable(draft.category)
  return { category, ...(draft.returnable === usual ? { returnable: usuallyReturnable(category) } : {}) }
}

export const usuallyReturnable = (category: string) => (isUsuallyReturnable(category) ? 'Yes' : 'No')

/** The mistake in a field that the browser can see, or undefined. */
export function productProblem(field: ProductField, draft: Typed<ProductField>) {
  const typed = draft[field].trim()
  if (field === 'name' && typed === '') return 'Enter the product name'
  if (field === 'category' && typed === '') return productsEn.CATEGORY_MISSING
  if (field === 'price') return priceProblem(typed, 'the price')
  if (field === 'offerPrice') {
    const tooHigh = isOfferAbovePrice(draft) ? productsEn.OFFER_ABOVE_PRICE : undefined
    return priceProblem(typed, 'the offer price') ?? tooHigh
  }
  if (field === 'makerPrice' || field === 'costs') return shareProblem(field, draft)
  if (field === 'batches') return typedBatchesProblem(draft.batches)
  if (field === 'stock' && !/^\d{0,7}$/.test(typed)) return 'Enter a whole number, or nothing'
  if (field === 'deliveryDays' && typed !== '' && !readDayRange(typed)) return productsEn.DELIVERY_DAYS_UNCLEAR
  if (field === 'marks') return typedMarksProblem(draft.marks)
  return field === 'family' ? typedFamilyProblem(draft.family) : undefined
}

export const descriptionLines = (typed: string) =>
  typed
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

const rupeesOrNull = (typed: string) => (typed.trim() === '' ? null : toRupees(paiseSoFar(typed)))

export const toProductData = (draft: ProductDraft) => ({
  name: draft.name.trim(),
  category: draft.category,
  facts: Object.fromEntries(factNames.map((name) => [name, readFact(name, draft[factKey(name)])])),
  description: descriptionLines(draft.description),
  price: toRupees(paiseSoFar(draft.price)),
  offerPrice: toRupees(paiseSoFar(draft.offerPrice)),
  makerPrice: rupeesOrNull(draft.makerPrice),
  costs: rupeesOrNull(draft.costs),
  weight: draft.weight.trim(),
  ...(draft.batches === '' && { stock: draft.stock.trim() === '' ? null : Number(draft.stock) }),
  batches: toBatches(draft.batches),
  deliveryDays: draft.deliveryDays.trim() === '' ? null : draft.deliveryDays.trim(),
  sku: draft.sku.trim() === '' ? null : draft.sku.trim(),
  family: toFamily(draft.family),
  marks: toMarks(draft.marks),
  returnable: draft.returnable === 'Yes',
  producer: draft.producer === '' ? null : draft.producer,
})
