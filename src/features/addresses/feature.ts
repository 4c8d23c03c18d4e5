import type { Feature } from '#kernel/feature.ts'
import { addressRoutes } from './server/addresses.routes.ts'

export const addresses = { routes: addressRoutes } satisfies Feature
