import type { SameWords } from '#shared/languages.ts'
import type { picturesEn } from './pictures.words.en.ts'

export const picturesHi: SameWords<typeof picturesEn> = {
  UNREADABLE_PICTURE: 'यह फ़ाइल फ़ोटो नहीं है। JPG, PNG, WebP या AVIF चुनें।',
  PICTURE_TOO_LARGE: 'यह फ़ोटो 40 मेगापिक्सेल से बड़ी है। छोटी फ़ोटो चुनें।',
  PICTURE_TOO_COSTLY: 'यह फ़ोटो खोलने के लिए बहुत भारी है। इसे JPG में सेव करें, या छोटा करें।',
}
