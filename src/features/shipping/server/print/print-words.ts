import type { Language, SameWords } from '#shared/languages.ts'
import { printEn } from './print-words.en.ts'
import { printHi } from './print-words.hi.ts'

export const printWords: Readonly<Record<Language, SameWords<typeof printEn>>> = { en: printEn, hi: printHi }
