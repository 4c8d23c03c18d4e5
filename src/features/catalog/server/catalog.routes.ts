import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../catalog.contract.ts'
import * as catalog from './catalog.service.ts'
import * as lists from './product-lists.ts'

export function catalogRoutes(app: FastifyInstance) {
  const { db } = app.deps
  implement(app, contract, {
    listProducts: ({ query }) => lists.listProducts(db, query),
    listCategories: () => catalog.listCategories(db),
    getProduct: async ({ params }) => ({ product: await catalog.getProduct(db, params.id) }),
  })
}
