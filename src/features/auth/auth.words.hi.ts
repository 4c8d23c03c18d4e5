import type { SomeWords } from '#shared/languages.ts'
import type { authEn } from './auth.words.en.ts'

export const authHi: SomeWords<typeof authEn> = {
  WRONG_CREDENTIALS: 'ईमेल या पासवर्ड ग़लत है',
  WRONG_PASSWORD: 'यह आपका अभी का पासवर्ड नहीं है',
  EMAIL_TAKEN: 'इस ईमेल से पहले ही एक खाता है। उसी से लॉगिन कीजिए।',
  YOUR_NAME: 'अपना नाम',
  PASSWORD_MISSING: 'अपना पासवर्ड लिखिए',
  PASSWORD_NEVER_SO_LONG: 'यह पासवर्ड बहुत लंबा है',
  CURRENT_PASSWORD_MISSING: 'अभी का पासवर्ड लिखिए',
  NEW_PASSWORD_MISSING: 'एक पासवर्ड लिखिए',
  NEW_PASSWORD_TOO_SHORT: ({ min }) => `कम से कम ${min} अक्षर लिखिए`,
  NEW_PASSWORD_TOO_LONG: ({ max }) => `ज़्यादा से ज़्यादा ${max} अक्षर लिखिए`,
  NEW_PASSWORD_CHARACTERS: 'सिर्फ़ अक्षर, अंक, निशान और ख़ाली जगह चलेंगे',
  PASSWORD_COMMON: 'यह पासवर्ड बहुत लोग रखते हैं, इसलिए सबसे पहले यही आज़माया जाता है। कोई और चुनिए।',
  LOGGED_OUT: 'लॉगआउट हो गया',
}
