import { factNamesHi } from '#features/catalog/facts/facts.words.hi.ts'
import type { SomeWords } from '#shared/languages.ts'
import { formatRupeesShort } from '#shared/money.ts'
import type { productsEn } from './products.words.en.ts'

/** What a maker is told who sends and changes pieces. */
export const productsHi: SomeWords<typeof productsEn> = {
  STOCK_IN_BATCHES: 'इस सामान के पीस दफ़्तर में गिने जाते हैं।',
  FACTS_MISSING: ({ name, missing }) =>
    `${name}: दुकान में आने से पहले यह भी बताना है: ${missing.map((fact) => factNamesHi[fact]).join(', ')}`,
  FACT_ASKED_FOR: 'यह बताना ज़रूरी है',
  KEY_USED_FOR_OTHER_THING: 'यह Idempotency-Key किसी और काम में लग चुकी है।',

  PRODUCT_NAME: 'सामान का नाम',
  MAKER_PRICE: 'आपका दाम',
  AMOUNT_NO_NUMBER: ({ of }, word) => `${word(of)} अंकों में लिखिए`,
  AMOUNT_BELOW_NOTHING: ({ of }, word) => `${word(of)} ₹0 से कम नहीं होता`,
  AMOUNT_NOTHING: ({ of }, word) => `${word(of)} ₹0 से ज़्यादा लिखिए`,
  AMOUNT_TOO_HIGH: ({ of, most }, word) => `${word(of)} ज़्यादा से ज़्यादा ${formatRupeesShort(most)} लिखिए`,
  AMOUNT_TOO_EXACT: ({ of }, word) => `${word(of)}: दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखिए`,
  CATEGORY_MISSING: 'बताइए, किस तरह का सामान है',
  DESCRIPTION_NO_LINES: 'इसके बारे में शब्दों में लिखिए',
  DESCRIPTION_TOO_MANY_LINES: ({ most }) => `ज़्यादा से ज़्यादा ${most} लाइनें लिखिए`,
  DESCRIPTION_LINE_TOO_LONG: ({ most }) => `हर लाइन में ज़्यादा से ज़्यादा ${most} अक्षर लिखिए`,
  STOCK_NO_NUMBER: 'कितने पीस हैं, पूरे अंकों में लिखिए',
  STOCK_BELOW_NOTHING: 'पीस 0 से कम नहीं होते',
  STOCK_TOO_HIGH: ({ most }) => `ज़्यादा से ज़्यादा ${most.toLocaleString('en-IN')} पीस लिखिए`,
  VERSION_NO_NUMBER: 'version पूरे अंकों में भेजिए',
  IMAGE_GONE: 'एक फ़ोटो अब यहाँ नहीं है। पेज फिर से खोलिए।',
  TOO_MANY_IMAGES: ({ most }) => `ज़्यादा से ज़्यादा ${most} फ़ोटो होती हैं`,
}
