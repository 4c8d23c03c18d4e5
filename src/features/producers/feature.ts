import type { Feature } from '#kernel/feature.ts'
import { startSettling } from './server/producer-edits.ts'
import { producerRoutes } from './server/producers.routes.ts'
import { removeUnusedUploads } from './server/uploads.ts'

export const producers = {
  routes: producerRoutes,
  jobs(deps) {
    const settling = startSettling(deps)
    return [{ resume: settling.wake, stop: settling.stop }]
  },
  tidy: removeUnusedUploads,
} satisfies Feature
