import type { FastifyInstance } from 'fastify'
import { sendCsv } from '#kernel/http/csv.ts'
import { checked, implement, implementRaw } from '#kernel/http/implement.ts'
import {
  cancelOrder,
  getMyOrder,
  getSellerOrder,
  listAllOrders,
  listMyOrders,
  OrderFilters,
  placeCodOrder,
} from '../orders.contract.ts'
import {
  exportOrdersPath,
  getOverview,
  markCashReceived,
  moveOrder,
  refundOrder,
  undoCashReceived,
} from '../seller-orders.contract.ts'
import * as cash from './cash-received.ts'
import * as moves from './move-order.ts'
import * as orders from './orders.service.ts'
import { placeCodOrder as place } from './place-order.ts'
import * as refunds from './refund-order.ts'
import * as sellerOrders from './seller-orders.service.ts'

export function orderRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, placeCodOrder, ({ session, body, headers }) =>
    place(deps, { userId: session.accountId, idempotencyKey: headers['idempotency-key'] }, body),
  )
  implement(app, listMyOrders, ({ session, query }) =>
    orders.isUnpaged(query)
      ? orders.listAllOrdersOfUser(deps.db, session.accountId, query)
      : orders.listOrdersOfUser(deps.db, session.accountId, query),
  )
  implement(app, getMyOrder, async ({ session, params }) => ({
    order: await orders.getOrderOfUser(deps.db, session.accountId, params.id),
  }))
  implement(app, listAllOrders, ({ query }) => sellerOrders.listAllOrders(deps.db, query))
  implement(app, getSellerOrder, async ({ params }) => ({ order: await orders.getOrder(deps.db, params.id) }))
  implement(app, getOverview, () => sellerOrders.getOverview(deps.db, deps.now()))
  implementRaw(
    app,
    { method: 'GET', path: exportOrdersPath, access: 'seller', summary: 'Orders as CSV', isHeavy: true },
    async ({ request, reply }) => {
      const filters = checked(OrderFilters, request.query)
      return sendCsv(reply, 'orders.csv', sellerOrders.ordersHeading, sellerOrders.orderRows(deps.db, filters))
    },
  )
  implement(app, cancelOrder, ({ session, params }) => moves.cancelOrderOfUser(deps, session.accountId, params.id))
  implement(app, moveOrder, ({ session, params, body }) => moves.moveOrder(deps, session.accountId, params.id, body))
  implement(app, markCashReceived, ({ session, params }) => cash.markCashReceived(deps, session.accountId, params.id))
  implement(app, undoCashReceived, ({ session, params }) => cash.undoCashReceived(deps, session.accountId, params.id))
  implement(app, refundOrder, ({ session, params, body }) =>
    refunds.refundOrder(deps, session.accountId, params.id, body),
  )
}
