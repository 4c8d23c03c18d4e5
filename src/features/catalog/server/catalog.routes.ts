import type { FastifyInstance } from 'fastify'
import * as percentagesContract from '#features/prices/percentages.contract.ts'
import * as percentages from '#features/prices/server/dated-percentages.ts'
import { percentagesShown } from '#features/prices/server/percentages.ts'
import { implement } from '#kernel/http/implement.ts'
import { indianDay } from '#shared/day.ts'
import * as contract from '../catalog.contract.ts'
import { listChangedProducts } from '../list/server/changed-products.ts'
import * as lists from '../list/server/product-lists.ts'
import * as marksContract from '../marks/marks.contract.ts'
import { readEvidence, readOfficeEvidence } from '../marks/server/evidence.ts'
import { listEndingMarks } from '../marks/server/mark-ends.ts'
import { suggestFor } from '../search/server/suggest.ts'
import * as suggestContract from '../search/suggest.contract.ts'
import * as catalog from './catalog.service.ts'

export function catalogRoutes(app: FastifyInstance) {
  const today = () => indianDay(app.deps.now())
  implement(app, contract, {
    async listProducts({ query: { since, ...query }, db }) {
      if (since !== undefined) return listChangedProducts(db, { since, ...query }, today())
      const { message, ...list } = await lists.listProducts(db, query, today())
      // An answer that is kept has its words already.
      return { message: app.deps.word(message), ...list }
    },
    listNewest: async ({ query, db }) => ({ products: await lists.listNewest(db, query, today()) }),
    listCategories: ({ db }) => catalog.listCategories(db),
    getProduct: async ({ params, db }) => ({ product: await catalog.getProduct(db, params.id, today()) }),
  })
  implement(app, marksContract, {
    getEvidence: ({ params }) => readEvidence(app.deps, params, today()),
    getOfficeEvidence: ({ params }) => readOfficeEvidence(app.deps, params),
    listEndingMarks: ({ query }) => listEndingMarks(app.deps.db, app.deps.now(), query.page),
  })
  implement(app, suggestContract, { suggest: ({ query, db }) => suggestFor(db, query) })
  implement(app, percentagesContract, {
    getPercentages: ({ db }) => percentagesShown(db),
    listPercentages: () => percentages.listPercentages(app.deps),
    addPercentages: ({ session, body }) => percentages.addPercentages(app.deps, session, body),
    removePercentages: ({ session, params }) => percentages.removePercentages(app.deps, session, params.from),
  })
}
