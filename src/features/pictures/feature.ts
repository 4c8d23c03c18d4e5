import type { Feature } from '#kernel/feature.ts'
import { picturesEn } from './pictures.words.en.ts'

export const pictures = { words: picturesEn } satisfies Feature
