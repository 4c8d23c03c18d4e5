import type { FastifyInstance } from 'fastify'
import { implement } from '#server/implement.ts'
import { cancelOrder, listAllOrders, listMyOrders, placeCodOrder } from '../orders.contract.ts'
import * as orders from './orders.service.ts'
import { placeCodOrder as place } from './place-order.ts'

export function orderRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, placeCodOrder, ({ session, body, request }) => {
    const idempotencyKey = request.headers['idempotency-key']?.toString()
    return place(deps, { userId: session.accountId, idempotencyKey }, body)
  })
  implement(app, listMyOrders, ({ session, query }) => orders.listOrdersOfUser(deps.db, session.accountId, query))
  implement(app, listAllOrders, ({ query }) => orders.listAllOrders(deps.db, query))
  implement(app, cancelOrder, ({ session, params }) => orders.cancelOrderOfUser(deps, session.accountId, params.id))
}
