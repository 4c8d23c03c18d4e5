import type { SameWords } from '#shared/languages.ts'
import type { makerLinkEn } from './maker-link-words.en.ts'

export const makerLinkHi: SameWords<typeof makerLinkEn> = {
  pack: (store, code, url) => `${store}: पार्सल ${code} पैक करना है। सब कुछ यहाँ लिखा है: ${url}`,
}
