import type { Feature } from '#kernel/feature.ts'
import { picturesEn } from './pictures.words.en.ts'
import { picturesHi } from './pictures.words.hi.ts'

export const pictures = { words: { en: picturesEn, hi: picturesHi } } satisfies Feature
