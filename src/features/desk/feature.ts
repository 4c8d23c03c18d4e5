import type { Feature } from '#kernel/feature.ts'
import { deskRoutes } from './server/desk.routes.ts'

export const desk = { routes: deskRoutes } satisfies Feature
