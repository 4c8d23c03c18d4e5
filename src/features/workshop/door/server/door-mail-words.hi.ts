import { greetingHi } from '#kernel/mail/mail-names.ts'
import type { SameWords } from '#shared/languages.ts'
import type { doorMailsEn } from './door-mail-words.en.ts'

export const doorMailsHi: SameWords<typeof doorMailsEn> = {
  invitation: ({ storeName, name, by, producer, days }) => ({
    subject: `${storeName} की वर्कशॉप का न्योता`,
    heading: greetingHi(name),
    text: `${by} ने आपको ${producer} की वर्कशॉप में बुलाया है: वहाँ आपके पार्सल और आपका पैसा दिखता है।`,
    blocks: [
      {
        small: `लिंक एक ही बार चलता है, ${days} दिन तक। उसी फ़ोन पर खोलिए जिस पर काम करना है। अगर यह आपके लिए नहीं है, तो कुछ मत कीजिए।`,
      },
    ],
    why: `यह मेल इसलिए आया है क्योंकि ${storeName} से किसी ने आपको बुलाने के लिए यह पता लिखा था।`,
  }),
  openWorkshop: 'वर्कशॉप खोलें',
}
