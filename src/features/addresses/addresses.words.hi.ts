import type { SameWords } from '#shared/languages.ts'
import type { addressesEn } from './addresses.words.en.ts'

export const addressesHi: SameWords<typeof addressesEn> = {
  ADDRESS_NOT_FOUND: 'यह पता यहाँ नहीं है। कोई दूसरा चुनें।',
  TOO_MANY_ADDRESSES: ({ most }) => `आपके ${most} पते सेव हैं। नया जोड़ने के लिए एक हटाएँ।`,

  FIRST_NAME: 'अपना नाम',
  LAST_NAME: 'अपना उपनाम',
  STREET: 'अपनी गली और मकान',
  CITY: 'अपना शहर या गाँव',
  STATE: 'अपना राज्य',
  COUNTRY: 'अपना देश',
  PIN_CODE_MISSING: 'अपना पिन कोड लिखिए',
  PIN_CODE_TOO_LONG: 'यह पिन कोड बहुत लंबा है',
  PIN_CODE_NOT_DIGITS: 'पिन कोड में सिर्फ़ अंक होते हैं',
  PIN_CODE_NOT_INDIAN: '6 अंकों का पिन कोड लिखिए, जैसे 560038',
  MOBILE_MISSING: 'मोबाइल नंबर लिखिए',
  MOBILE_TOO_LONG: 'यह मोबाइल नंबर बहुत लंबा है',
  MOBILE_NOT_TEN_DIGITS: '10 अंकों का मोबाइल नंबर लिखिए',
  NOT_SHIPPED_TO: ({ country }) => `अभी ${country.trim()} में डिलीवरी नहीं होती`,

  ADDRESSES_COUNTED({ count }) {
    if (count === 0) return 'अभी कोई पता सेव नहीं है'
    return count === 1 ? '1 पता सेव है' : `${count} पते सेव हैं`
  },
  ADDRESS_SAVED: 'पता सेव हो गया।',
  ADDRESS_DELETED: 'पता हट गया।',
}
