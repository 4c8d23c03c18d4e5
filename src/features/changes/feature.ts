import type { Feature } from '#kernel/feature.ts'
import { changesEn } from './changes.words.en.ts'

export const changes = { words: { en: changesEn } } satisfies Feature
