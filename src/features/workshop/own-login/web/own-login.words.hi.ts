import type { SameWords } from '#shared/languages.ts'
import type { ownLoginEn } from './own-login.words.en.ts'

export const ownLoginHi: SameWords<typeof ownLoginEn> = {
  title: 'ईमेल और पासवर्ड',
  text: 'इनसे वर्कशॉप किसी भी ब्राउज़र में खुलती है, कंप्यूटर पर भी। फ़ोन से पहले की तरह खुलेगी।',
  email: 'ईमेल',
  password: 'नया पासवर्ड',
  passwordHint: 'कम से कम 8 अक्षर।',
  current: 'अभी का पासवर्ड',
  lately: 'वर्कशॉप अभी-अभी खुली है, इसलिए अभी का पासवर्ड नहीं पूछा जा रहा।',
  forgotten: 'अगर पासवर्ड अभी नहीं है, या याद नहीं: लॉगआउट कीजिए, फ़ोन से फिर खोलिए, और 10 मिनट में यहाँ लिखिए।',
  set: 'सेव करें',
  setting: 'सेव हो रहा है',
  now: (email) => `लिखा हुआ है: ${email}`,
}
