import type { Feature } from '#kernel/feature.ts'
import { cartRoutes } from './server/cart.routes.ts'
import { mergeVisitorCart, parseCart } from './server/cart.service.ts'

export const cart = {
  gives: () => ({ carts: { read: parseCart, merge: mergeVisitorCart } }),
  routes: cartRoutes,
} satisfies Feature
