import { type FactName, fieldOf } from '#features/catalog/facts/facts.fields.ts'
import type { Message, Word } from '#shared/messages.ts'
import { formatRupees, formatRupeesShort, type Paise } from '#shared/money.ts'
import { dayRangeHint } from '#shared/reading/day-range.ts'
import type { ChangedFigure } from './price-changes.contract.ts'
import type { ProductChanged } from './seller-products.contract.ts'

interface Named {
  name: string
}
interface Amount {
  of: Message
}
interface Counts {
  /** How many of all. */
  done: number
  all: number
}

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const countOf = ({ done, all }: Counts) => (done === all ? `${done} products` : `${done} of ${all} products`)

const figures: Record<ChangedFigure, string> = {
  offerPrice: 'offer price',
  makerPrice: 'maker’s price',
  costs: 'costs',
}

interface Figure extends Named {
  figure: ChangedFigure
  after: Paise
}
const wouldBe = ({ name, figure, after }: Figure) => `${name}: the ${figures[figure]} would be ${formatRupees(after)}`

/** What the seller's products say. */
export const productsEn = {
  STOCK_USED_UP: ({ name, inBatches = false }: Named & { inBatches?: boolean }) =>
    `${name} has 0 left. ${inBatches ? 'Add a batch' : 'Enter the new stock count'} to sell it again`,
  STOCK_IN_BATCHES: 'The stock of this product is in batches. Change the pieces of its batches instead',
  FACTS_MISSING: ({ name, missing }: Named & { missing: readonly FactName[] }) =>
    `${name} cannot be on sale: its category asks for ${missing.map((fact) => fieldOf(fact).label).join(', ')}`,
  FACT_ASKED_FOR: 'What is on sale in this category must state it',
  SKU_TAKEN: ({ name }: Named) => `${name} has this SKU already. Use another one`,
  PRODUCT_CHANGED: ({ changedBy = 'Somebody', product }: ProductChanged) =>
    `${changedBy} has changed ${product.name} meanwhile. Look at what changed, then save again`,
  /** Its code is KEY_REUSED. */
  KEY_USED_FOR_OTHER_THING: 'This Idempotency-Key was used for something else',

  PRODUCT_NAME: 'the product name',
  PRICE: 'the price',
  OFFER_PRICE: 'the offer price',
  MAKER_PRICE: "the maker's price",
  PRODUCT_COSTS: 'the costs',
  AMOUNT_NO_NUMBER: ({ of }: Amount, word: Word) => `Enter ${word(of)} as a number`,
  AMOUNT_BELOW_NOTHING: ({ of }: Amount, word: Word) => `${capital(word(of))} cannot be less than ₹0`,
  AMOUNT_NOTHING: ({ of }: Amount, word: Word) => `${capital(word(of))} must be more than ₹0`,
  AMOUNT_TOO_HIGH: ({ of, most }: Amount & { most: Paise }, word: Word) =>
    `${capital(word(of))} can be at most ${formatRupeesShort(most)}`,
  AMOUNT_TOO_EXACT: ({ of }: Amount, word: Word) => `Use at most 2 decimals for ${word(of)}`,
  OFFER_ABOVE_PRICE: 'Offer price is higher than the price. Lower it',
  MAKER_PRICE_NEEDS_PRODUCER: "A maker's price needs a producer. Choose one, or leave the maker's price empty",
  CATEGORY_MISSING: 'Choose a category',
  DESCRIPTION_NO_LINES: 'Enter the description as lines of text',
  DESCRIPTION_TOO_MANY_LINES: ({ most }: { most: number }) => `Use at most ${most} lines for the description`,
  DESCRIPTION_LINE_TOO_LONG: ({ most }: { most: number }) =>
    `Use at most ${most} characters for each line of the description`,
  WEIGHT_TOO_LONG: ({ most }: { most: number }) => `Use at most ${most} characters for the weight`,
  STOCK_NO_NUMBER: 'Enter the stock as a whole number',
  STOCK_BELOW_NOTHING: 'Stock cannot be less than 0',
  STOCK_TOO_HIGH: ({ most }: { most: number }) => `Stock can be at most ${most.toLocaleString('en-IN')}`,
  STOCK_SWITCH_MISSING: 'Say whether it is in stock',
  DELIVERY_DAYS_UNCLEAR: `Enter ${dayRangeHint}`,
  SKU_NO_TEXT: 'Enter the SKU as text',
  SKU_TOO_LONG: ({ most }: { most: number }) => `Use at most ${most} characters for the SKU`,
  RETURNABLE_UNCLEAR: 'Say whether it can be returned',
  DRAFT_UNCLEAR: 'Say whether it is a draft',
  VERSION_NO_NUMBER: 'Send the version as a whole number',
  PRODUCT_CHANGE_MISSING: 'Say what changes',
  PRODUCER_NOT_APPROVED: 'Choose an approved producer',
  PRODUCER_OF_PRODUCT_SUSPENDED: ({ name }: Named) =>
    `${name} is suspended. Choose another producer, or take this one back first`,
  TOO_MANY_IMAGES: ({ most }: { most: number }) => `A product can have at most ${most} images`,
  TOO_MANY_IMAGES_AT_ONCE: ({ most }: { most: number }) =>
    `Send at most ${most} images with the product, and each further one by itself`,
  IMAGES_ONE_BY_ONE: 'Send one image at a time',
  IMAGE_MISSING: 'Choose an image',
  IMAGE_TOO_LARGE: 'An image can have at most 10 MB',
  IMAGE_GONE: 'One of these images no longer exists. Load the page again',
  IMAGE_TWICE: 'One image is there twice',
  IMAGE_WITHOUT_PLACE: 'An image was sent that has no place in the order',
  IMAGE_TEXT_NO_TEXT: 'Enter what an image shows as text',
  IMAGE_TEXT_TOO_LONG: ({ most }: { most: number }) => `Use at most ${most} characters for what an image shows`,
  MORE_TEXTS_THAN_IMAGES: ({ images, texts }: { images: number; texts: number }) =>
    `${texts} texts stand here, but the product has ${images === 1 ? '1 image' : `${images} images`}`,
  FAMILY_OF_ONE: 'Select at least two products that are one thing',
  MEMBER_TWICE: 'One product stands here twice',
  FAMILY_OF_CATEGORIES: ({ name }: Named) =>
    `${name} is in another category. Products of a family have one category and one producer`,
  FAMILY_OF_PRODUCERS: ({ name }: Named) =>
    `${name} has another producer. Products of a family have one category and one producer`,
  FAMILY_MADE: ({ name, products }: Named & { products: number }) => `${name} is one family of ${products} products`,
  NO_PRODUCT_SELECTED: 'Select at least one product',
  TOO_MANY_SELECTED: ({ most }: { most: number }) => `Select at most ${most} products`,
  ACT_MISSING: 'Say what to do with the products',
  FIGURE_MISSING: 'Choose what to change',
  PERCENT_UNFIT: 'Enter a whole number from −90 to 500, but not 0',
  ROUNDING_MISSING: 'Round to rupees or to paise',

  PRODUCT_ON_SALE: ({ name }: Named) => `${name} is on sale`,
  PRODUCT_ADDED_OUT_OF_STOCK: ({ name }: Named) => `${name} is added, out of stock`,
  IMAGE_ADDED: ({ name, images }: Named & { images: number }) =>
    `${name} has ${images === 1 ? '1 image' : `${images} images`} now`,
  PRODUCT_SAVED: ({ name }: Named) => `${name} is saved`,
  PRODUCT_SAVED_AS_DRAFT: ({ name }: Named) => `${name} is saved as a draft`,
  PRODUCT_COPIED: ({ name }: Named) => `${name} is there as a draft`,
  PRODUCT_PUBLISHED: ({ name }: Named) => `${name} is published`,
  PRODUCT_ARCHIVED: ({ name }: Named) => `${name} is archived`,
  PRODUCT_BACK_IN_SHOP: ({ name }: Named) => `${name} is back in the shop`,
  PRODUCT_WAITS_FOR_PRODUCER: ({ name }: Named) => `${name} comes back with its producer`,
  PRODUCT_IN_STOCK: ({ name }: Named) => `${name} is in stock`,
  PRODUCT_OUT_OF_STOCK: ({ name }: Named) => `${name} is out of stock`,
  PRODUCTS_ARCHIVED: (counts: Counts) => `${countOf(counts)} are archived`,
  PRODUCTS_IN_SHOP: (counts: Counts) => `${countOf(counts)} are in the shop`,
  PRODUCTS_IN_STOCK: (counts: Counts) => `${countOf(counts)} are in stock`,
  PRODUCTS_OUT_OF_STOCK: (counts: Counts) => `${countOf(counts)} are out of stock`,
  PRICES_CHANGED: (counts: Counts) => `${countOf(counts)} are changed`,
  PRICES_WOULD_CHANGE: (counts: Counts) => `${countOf(counts)} would be changed`,
  FIGURE_CHANGES: ({ name, figure, before, after }: Figure & { before: Paise }) =>
    `${name}: ${figures[figure]} from ${formatRupees(before)} to ${formatRupees(after)}`,
  FIGURE_STAYS: ({ name, figure, after }: Figure) => `${name}: the ${figures[figure]} stays ${formatRupees(after)}`,
  FIGURE_NOT_STATED: ({ name, figure }: Omit<Figure, 'after'>) =>
    `${name}: ${figure === 'costs' ? 'no costs are' : 'no maker’s price is'} stated`,
  FIGURE_TOO_HIGH: ({ most, ...figure }: Figure & { most: Paise }) =>
    `${wouldBe(figure)}, and can be at most ${formatRupeesShort(most)}`,
  FIGURE_NOTHING: (figure: Figure) => `${wouldBe(figure)}, and must be more than ₹0`,
  FIGURE_ABOVE_PRICE: ({ price, ...figure }: Figure & { price: Paise }) =>
    `${wouldBe(figure)}, which is above the price of ${formatRupees(price)}. Raise the price first`,
}
