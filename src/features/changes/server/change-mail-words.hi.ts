import { greetingHi } from '#kernel/mail/mail-names.ts'
import type { SameWords } from '#shared/languages.ts'
import type { changeMailsEn } from './change-mail-words.en.ts'

const why = ({ storeName }: { storeName: string }) => `यह मेल इसलिए आया है क्योंकि आपका सामान ${storeName} में बिकता है।`

export const changeMailsHi: SameWords<typeof changeMailsEn> = {
  approved: (to) => ({
    subject:
      to.kind === 'new piece' ? `${to.storeName}: ${to.name} दुकान में है` : `${to.storeName}: ${to.name} में बदलाव हो गया`,
    heading: greetingHi(to.person),
    text:
      to.kind === 'new piece'
        ? `आपका सामान दुकान में है: ${to.name}।`
        : to.kind === 'piece'
          ? `दफ़्तर ने ${to.name} का बदलाव देख लिया। अब दुकान में वही दिखता है।`
          : 'दफ़्तर ने आपका पेज देख लिया। जो बदला है, वह अब दुकान में दिखता है।',
    why: why(to),
  }),
  sentBack: (to) => ({
    subject: `${to.storeName}: ${to.name} वापस आया`,
    heading: greetingHi(to.person),
    text:
      to.kind === 'page'
        ? `आपका पेज दफ़्तर से वापस आया है। ${to.by || 'दफ़्तर'} ने लिखा है:`
        : `${to.name} दफ़्तर से वापस आया है। ${to.by || 'दफ़्तर'} ने लिखा है:`,
    blocks: [{ text: to.sentence }, { text: 'वर्कशॉप में ठीक कीजिए, फिर दोबारा भेजिए।' }],
    why: why(to),
  }),
  openWorkshop: 'वर्कशॉप खोलें',
}
