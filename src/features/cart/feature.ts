import type { Feature } from '#kernel/feature.ts'
import { cartEn } from './cart.words.en.ts'
import { cartRoutes } from './server/cart.routes.ts'
import { mergeVisitorCart, parseCart } from './server/cart.service.ts'

export const cart = {
  gives: () => ({ carts: { read: parseCart, merge: mergeVisitorCart } }),
  routes: cartRoutes,
  words: { en: cartEn },
} satisfies Feature
