import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { getProduct, listCategories, listProducts } from '../catalog.contract.ts'
import * as catalog from './catalog.service.ts'
import * as lists from './product-lists.ts'

export function catalogRoutes(app: FastifyInstance) {
  const { db } = app.deps
  implement(app, listProducts, ({ query }) => lists.listProducts(db, query))
  implement(app, listCategories, () => catalog.listCategories(db))
  implement(app, getProduct, async ({ params }) => ({ product: await catalog.getProduct(db, params.id) }))
}
