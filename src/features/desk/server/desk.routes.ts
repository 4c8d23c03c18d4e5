import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../desk.contract.ts'
import * as desk from './desk.service.ts'

export function deskRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listOrderIds: ({ query }) => desk.listOrderIds(deps.db, query),
    getDeskCash: () => desk.getDeskCash(deps.db, deps.now()),
    listNewOrders: ({ query }) => desk.listNewOrders(deps.db, query.since),
  })
}
