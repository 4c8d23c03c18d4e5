import type { Feature } from '#kernel/feature.ts'
import { settlingJob } from './server/producer-edits.ts'
import { producerRoutes } from './server/producers.routes.ts'
import { removeUnusedUploads } from './server/uploads.ts'

export const producers = {
  routes: producerRoutes,
  jobs: (deps) => [settlingJob(deps)],
  tidy: removeUnusedUploads,
} satisfies Feature
