import { greetingHi } from '#kernel/mail/mail-names.ts'
import type { SameWords } from '#shared/languages.ts'
import type { producerMailsEn } from './producer-mail-words.en.ts'

const why = ({ storeName }: { storeName: string }) =>
  `यह मेल इसलिए आया है क्योंकि इस पते से ${storeName} से जुड़ने का फ़ॉर्म भरा गया था।`

export const producerMailsHi: SameWords<typeof producerMailsEn> = {
  received: (to) => ({
    subject: `${to.storeName}: आपका फ़ॉर्म मिल गया`,
    heading: greetingHi(to.name),
    text: 'आपका फ़ॉर्म मिल गया। हर फ़ॉर्म पढ़ा जाता है, और जवाब इसी पते पर आएगा।',
    why: why(to),
  }),
  approved: (to) => ({
    subject: `${to.storeName} में आपका स्वागत है`,
    heading: greetingHi(to.name),
    text: 'आपके फ़ॉर्म पर हाँ हो गई है। अब दुकान में आपका पेज है, जहाँ लोग आपकी कहानी पढ़ सकते हैं।',
    blocks: [{ text: 'आपके पहले सामान के बारे में दफ़्तर से जल्दी ही बात होगी।' }],
    why: why(to),
  }),
  seePage: 'अपना पेज देखें',
  seeStatus: 'अपना फ़ॉर्म देखें',
  rejected: (to) => ({
    subject: `${to.storeName}: आपके फ़ॉर्म का जवाब`,
    heading: greetingHi(to.name),
    text: 'फ़ॉर्म भरने के लिए धन्यवाद। अभी हम आपको दुकान में जगह नहीं दे पा रहे हैं। आपको और आपके काम को हमारी शुभकामनाएँ।',
    why: why(to),
  }),
  emailChanged: ({ storeName, supportEmail, name }) => ({
    subject: `${storeName}: ${name} का ईमेल पता बदल गया`,
    heading: 'ईमेल पता बदल गया।',
    text: `अब ${name} के मेल दूसरे पते पर जाएँगे। बदलने के बाद एक दिन तक कोई पेमेंट नहीं होगा।`,
    blocks: [{ note: `यह आपने नहीं कहा था? तो तुरंत ${supportEmail} पर लिखिए: अगला पेमेंट रोक दिया जाएगा।` }],
    why: `यह मेल इसलिए आया है क्योंकि अब तक ${storeName} के मेल इसी पते पर आते थे।`,
  }),
}
