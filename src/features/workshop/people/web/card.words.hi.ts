import type { SameWords } from '#shared/languages.ts'
import type { cardEn } from './card.words.en.ts'

export const cardHi: SameWords<typeof cardEn> = {
  title: (store) => `${store} में आपकी वर्कशॉप`,
  code: 'न्योते का कोड',
  steps: ['अपने फ़ोन का कैमरा खोलिए', 'कैमरा कोड पर लाइए और लिंक खोलिए', '6 अंकों का पिन चुनिए'],
  once: (until) => `एक ही बार चलेगा, ${until} तक`,
  help: 'मदद चाहिए तो:',
  message: ({ name, url, until }) => `${name} जी, वर्कशॉप खोलिए: ${url} यह लिंक एक बार चलेगा, ${until} तक।`,
}
