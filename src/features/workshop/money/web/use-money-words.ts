import { useWords } from '#web/words.tsx'
import { moneyEn } from './money.words.en.ts'
import { moneyHi } from './money.words.hi.ts'

const words = { en: moneyEn, hi: moneyHi }

export const useMoneyWords = () => useWords(words)
