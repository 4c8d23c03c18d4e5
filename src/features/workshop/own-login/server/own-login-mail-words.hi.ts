import { greetingHi } from '#kernel/mail/mail-names.ts'
import type { SameWords } from '#shared/languages.ts'
import type { ownLoginMailEn } from './own-login-mail-words.en.ts'

export const ownLoginMailHi: SameWords<typeof ownLoginMailEn> = {
  set: ({ storeName, supportEmail, name, email }) => ({
    subject: `${storeName} की वर्कशॉप का आपका लॉगिन`,
    heading: greetingHi(name),
    text: `अब ${email} और आपके पासवर्ड से वर्कशॉप किसी भी ब्राउज़र में खुलेगी। फ़ोन से पहले की तरह खुलेगी।`,
    blocks: [{ small: `अगर यह आपने नहीं किया, तो ${supportEmail} पर तुरंत लिखिए।` }],
    why: `यह मेल इसलिए आया है क्योंकि ${storeName} की वर्कशॉप में किसी ने ईमेल और पासवर्ड लिखा है।`,
  }),
  open: 'वर्कशॉप खोलें',
}
