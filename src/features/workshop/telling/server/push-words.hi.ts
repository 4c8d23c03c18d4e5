import type { SameWords } from '#shared/languages.ts'
import type { pushEn } from './push-words.en.ts'

export const pushHi: SameWords<typeof pushEn> = {
  send: 'नया ऑर्डर आया है। एक पार्सल पैक करना है।',
  keep: 'एक पार्सल रद्द हो गया है। उसे मत भेजिए।',
}
