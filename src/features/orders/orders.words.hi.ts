import type { SomeWords } from '#shared/languages.ts'
import type { ordersEn } from './orders.words.en.ts'

/** What a maker is told who sends a parcel; a used key has the same code for what makers send. */
export const ordersHi: SomeWords<typeof ordersEn> = {
  THE_COURIER: 'कूरियर का नाम',
  THE_TRACKING_NUMBER: 'ट्रैकिंग नंबर',
  PARCEL_TEXT_TOO_LONG: ({ of, most }, word) => `${word(of)}: ज़्यादा से ज़्यादा ${most} अक्षर लिखिए`,
  PARCEL_TEXT_SIGNS: ({ of }, word) => `${word(of)}: सिर्फ़ अक्षर, अंक और चिह्न लिखिए`,
  TRACKING_NUMBER_SIGNS: 'सिर्फ़ अक्षर और अंक लिखिए',
  TRACKING_NUMBER_SHORTENED: 'स्प्रेडशीट ने इस नंबर को छोटा कर दिया है। पूरा लिखिए',
  KEY_REUSED: 'यह Idempotency-Key किसी और काम में लग चुकी है।',
}
