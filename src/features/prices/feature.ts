import type { Feature } from '#kernel/feature.ts'
import { pricesEn } from './prices.words.en.ts'
import { percentagesJob } from './server/dated-percentages.ts'

export const prices = {
  words: { en: pricesEn },
  jobs: (deps) => [percentagesJob(deps)],
} satisfies Feature
