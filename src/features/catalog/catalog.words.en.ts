import type { Message, Word } from '#shared/messages.ts'
import { formatRupees, type Paise } from '#shared/money.ts'

interface OfFact {
  /** Its name on the screen. */
  field: string
}

/** What the catalogue says, and the wish to be told when a product is back. */
export const catalogEn = {
  PRODUCT_NOT_FOUND: 'This product was not found',
  PRODUCT_IS_BACK: ({ name }: { name: string }) => `${name} is in stock. You can order it now`,
  TOO_MANY_ALERTS: ({ most }: { most: number }) =>
    `You wait for ${most} products already. That is as many as we can keep`,

  FAMILY_TAKEN: ({ name, axes }: { name: string; axes: string }) =>
    `${name} is ${axes} of this family already. Give another value`,
  FAMILY_UNCLEAR: 'Enter the family as its name, and a value for each axis',
  FAMILY_NAME: 'the name of the family',
  AXIS: 'in what the products of the family differ',
  AXIS_VALUE: 'a value for each axis of the family',
  AXES_MISSING: 'Say in what the products of the family differ, such as Size, and which value this one has',
  AXIS_TWICE: 'Two axes of the family have the same name',
  TOO_MANY_AXES: ({ most }: { most: number }) => `A family can have at most ${most} axes`,
  FAMILY_HAS_AXES: ({ name, axes }: { name: string; axes: readonly string[] }) =>
    `${name} has ${axes.join(' and ')} already, and a family can have at most two axes`,
  FAMILY_FULL: ({ most }: { most: number }) => `A family can have at most ${most} products`,

  MARK_NOT_FOUND: 'This mark was not found, or it is not valid',
  MARK_UNKNOWN: 'Choose what the mark is',
  MARK_NUMBER: 'the number of the mark',
  MARK_ISSUER: 'who issued the mark',
  MARK_NO_ISSUER: 'Enter who issued the mark',
  MARK_NO_DAY: 'Enter the day until which it is valid',
  MARKS_UNCLEAR: 'Enter the marks as a list',
  EVIDENCE_MISSING: 'Choose the certificate',
  EVIDENCE_ONE_BY_ONE: 'Send one file as the certificate of a mark',
  EVIDENCE_TOO_LARGE: ({ mostMb }: { mostMb: number }) => `The certificate is larger than ${mostMb} MB`,
  EVIDENCE_UNREADABLE: 'Choose a picture (JPG, PNG or WebP) or a PDF as the certificate',
  EVIDENCE_KEPT: ({ mark, name }: { mark: string; name: string }) => `The certificate of ${mark} is kept with ${name}`,
  MARK_TWICE: 'A product has each mark only once',

  BATCH_NUMBER: 'the number of the batch',
  BATCH_PACKED_ON: 'the day on which it was packed',
  BATCH_BEST_BEFORE: 'the day before which it is best',
  BATCH_NO_DAY: ({ of }: { of: Message }, word: Word) => `Enter ${word(of)} as a day, such as 2027-03-12`,
  BATCH_NO_COUNT: 'Enter the pieces of the batch as a whole number',
  BATCH_TOO_MANY_PIECES: ({ most }: { most: number }) =>
    `A batch can have at most ${most.toLocaleString('en-IN')} pieces`,
  BATCHES_UNCLEAR: 'Enter the batches as a list',
  TOO_MANY_BATCHES: ({ most }: { most: number }) =>
    `A product can have at most ${most} batches. Take away those that are sold`,
  BATCH_TWICE: ({ number }: { number: string }) => `Batch ${number} is there twice. Give each its own number`,
  BATCH_BEST_BEFORE_PACKED: 'Best before has to come after the day on which it was packed',
  BATCH_PACKED_LATER: 'It cannot be packed after today',

  NO_SUCH_CATEGORY: 'There is no such category',
  TOO_MANY_IDS: ({ most }: { most: number }) => `Ask for at most ${most} products`,

  FACT_NAMED: ({ field }: OfFact) => field.toLowerCase(),
  FACT_UNKNOWN: 'There is a fact that the shop does not know',
  FACT_NO_CHOICE: ({ field }: OfFact) => `Choose something for ${field}`,
  FACT_UNKNOWN_CHOICE: ({ field, typed }: OfFact & { typed: string }) => `‘${typed}’ is no choice for ${field}`,
  FACT_TOO_MANY: ({ field, most }: OfFact & { most: number }) => `Choose at most ${most} for ${field}`,
  FACT_TWICE: ({ field }: OfFact) => `Name each only once for ${field}`,
  FACT_NO_PERCENT: ({ field }: OfFact) => `Enter shares from 1 to 100 per cent for ${field}`,
  FACT_OVER_100: ({ field }: OfFact) => `The shares of ${field} add up to more than 100%`,
  FACT_NO_NUMBER: ({ field }: OfFact) => `Enter a number for ${field}`,
  FACT_TOO_HIGH: ({ field, most }: OfFact & { most: number }) =>
    `Enter at most ${most.toLocaleString('en-IN')} for ${field}`,
  FACT_TOO_EXACT: ({ field }: OfFact) => `Use at most 2 decimals for ${field}`,
  FACT_NO_QUANTITY: ({ field }: OfFact) =>
    `Enter ${field} with its unit, such as 400 g, 1.5 kg, 750 ml, 2 l or 6 pieces`,
  FACT_NO_LICENCE: ({ field }: OfFact) => `Enter the 14 digits of the ${field}`,
  FACT_NO_MONTH: ({ field }: OfFact) => `Enter ${field} as year and month, such as 2026-06`,
  MRP_BELOW_PAID: ({ paid }: { paid: Paise }) =>
    `MRP cannot be less than what is paid for a piece with tax, ${formatRupees(paid)}`,
  NO_SUCH_FACT: ({ typed }: { typed: string }) => `No list can be narrowed by ‘${typed}’`,

  FEED_NO_PICTURE: 'It has no picture',
  FEED_SMALL_FOR_GOOGLE: ({ width, height, least }: { width: number; height: number; least: number }) =>
    `Its first picture has ${width} × ${height} pixels, Google asks for ${least} × ${least}`,
  FEED_SMALL_FOR_META: ({ width, height, least }: { width: number; height: number; least: number }) =>
    `Its first picture has ${width} × ${height} pixels, Facebook and Instagram ask for ${least} × ${least}`,
  FEED_LONG_NAME: ({ length, most }: { length: number; most: number }) =>
    `Its name has ${length} characters, at most ${most} are taken`,
  FEED_NO_DESCRIPTION: 'It has no description',
  FEED_NO_PRICE: 'Its price is 0',

  PRODUCTS_COUNTED({ shown, total }: { shown: number; total: number }) {
    const all = total === 1 ? '1 product' : `${total.toLocaleString('en-IN')} products`
    return shown === total ? all : `${shown.toLocaleString('en-IN')} of ${all}`
  },
}
