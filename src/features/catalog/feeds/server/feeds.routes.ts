import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../feeds.contract.ts'
import { googleFeed, listRefused, metaFeed } from './feeds.ts'

export function feedRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    googleFeed: () => googleFeed(deps),
    metaFeed: () => metaFeed(deps),
    listRefused: ({ query }) => listRefused(deps, query),
  })
}
