import type { Feature } from '#kernel/feature.ts'
import { percentagesJob } from './server/dated-percentages.ts'

export const prices = {
  jobs: (deps) => [percentagesJob(deps)],
} satisfies Feature
