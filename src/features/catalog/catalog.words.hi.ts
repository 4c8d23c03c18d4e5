import type { SomeWords } from '#shared/languages.ts'
import { formatRupees } from '#shared/money.ts'
import type { catalogEn } from './catalog.words.en.ts'
import { factLabelHi } from './facts/facts.words.hi.ts'

/** What a maker is told of a piece. */
export const catalogHi: SomeWords<typeof catalogEn> = {
  PRODUCT_NOT_FOUND: 'यह सामान यहाँ नहीं है।',
  NO_SUCH_CATEGORY: 'ऐसी कोई क़िस्म नहीं है',

  FACT_NAMED: ({ field }) => factLabelHi(field),
  FACT_UNKNOWN: 'इसमें कुछ ऐसा लिखा है जो यहाँ नहीं पूछा जाता',
  FACT_NO_CHOICE: ({ field }) => `${factLabelHi(field)}: कुछ चुनिए`,
  FACT_UNKNOWN_CHOICE: ({ field, typed }) => `${factLabelHi(field)}: “${typed}” यहाँ नहीं है`,
  FACT_TOO_MANY: ({ field, most }) => `${factLabelHi(field)}: ज़्यादा से ज़्यादा ${most} चुनिए`,
  FACT_TWICE: ({ field }) => `${factLabelHi(field)}: हर एक को एक ही बार चुनिए`,
  FACT_NO_PERCENT: ({ field }) => `${factLabelHi(field)}: हिस्सा 1 से 100 तक लिखिए`,
  FACT_OVER_100: ({ field }) => `${factLabelHi(field)}: सब हिस्से मिलाकर 100 से ज़्यादा हैं`,
  FACT_NO_NUMBER: ({ field }) => `${factLabelHi(field)}: अंकों में लिखिए`,
  FACT_TOO_HIGH: ({ field, most }) => `${factLabelHi(field)}: ज़्यादा से ज़्यादा ${most.toLocaleString('en-IN')} लिखिए`,
  FACT_TOO_EXACT: ({ field }) => `${factLabelHi(field)}: दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखिए`,
  FACT_NO_QUANTITY: ({ field }) => `${factLabelHi(field)}: 400 g, 1.5 kg, 750 ml, 2 l या 6 pieces जैसे लिखिए`,
  FACT_NO_LICENCE: ({ field }) => `${factLabelHi(field)}: 14 अंक लिखिए`,
  FACT_NO_MONTH: ({ field }) => `${factLabelHi(field)}: साल और महीना 2026-06 जैसे लिखिए`,
  MRP_BELOW_PAID: ({ paid }) => `MRP टैक्स के साथ दाम से कम नहीं होता: ${formatRupees(paid)}`,
}
