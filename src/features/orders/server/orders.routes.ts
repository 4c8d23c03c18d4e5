import type { FastifyInstance } from 'fastify'
import { implement } from '#server/implement.ts'
import {
  cancelOrder,
  listAllOrders,
  listMyOrders,
  markCashReceived,
  moveOrder,
  placeCodOrder,
} from '../orders.contract.ts'
import * as moves from './move-order.ts'
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
  implement(app, cancelOrder, ({ session, params }) => moves.cancelOrderOfUser(deps, session.accountId, params.id))
  implement(app, moveOrder, ({ params, body }) => moves.moveOrder(deps, params.id, body.status))
  implement(app, markCashReceived, ({ params }) => moves.markCashReceived(deps, params.id))
}
