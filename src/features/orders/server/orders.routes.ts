import type { FastifyInstance } from 'fastify'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import * as deskContract from '../desk.contract.ts'
import * as contract from '../orders.contract.ts'
import * as parcelContract from '../parcels.contract.ts'
import * as sellerContract from '../seller-orders.contract.ts'
import * as trackContract from '../track.contract.ts'
import * as cash from './cash-received.ts'
import * as desk from './desk.service.ts'
import * as moves from './move-order.ts'
import { ordersHeading } from './order-csv.ts'
import * as orders from './orders.service.ts'
import { changeParcel } from './parcels/change-parcel.ts'
import { moveParcels } from './parcels/move-parcels.ts'
import { letGoOfCash } from './parcels/parcel-cash.ts'
import { placeCodOrder } from './place-order.ts'
import * as refunds from './refund-order.ts'
import * as sellerOrders from './seller-orders.service.ts'
import { trackParcel } from './track-parcel.ts'

export function orderRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    placeCodOrder: ({ session, body, headers }) =>
      placeCodOrder(deps, { shopperId: session.accountId, idempotencyKey: headers['idempotency-key'] }, body),
    listMyOrders: ({ session, query }) =>
      orders.isUnpaged(query)
        ? orders.listAllOrdersOfShopper(deps.db, session.accountId, query)
        : orders.listOrdersOfShopper(deps.db, session.accountId, query),
    getMyOrder: async ({ session, params }) => ({
      order: await orders.getOrderOfShopper(deps.db, session.accountId, params.id),
    }),
    listAllOrders: ({ query }) => sellerOrders.listAllOrders(deps.db, query),
    getSellerOrder: async ({ params }) => ({ order: await orders.getOrder(deps.db, params.id) }),
    cancelOrder: ({ session, params }) => moves.cancelOrderOfShopper(deps, session.accountId, params.id),
  })
  implement(app, deskContract, {
    listOrderIds: ({ query }) => desk.listOrderIds(deps.db, query),
    getDeskCash: () => desk.getDeskCash(deps.db, deps.now()),
    listNewOrders: ({ query }) => desk.listNewOrders(deps.db, query.since),
  })
  implement(app, sellerContract, {
    getOverview: () => sellerOrders.getOverview(deps.db, deps.now()),
    exportOrders: ({ query }) => csvFile('orders.csv', ordersHeading, sellerOrders.orderRows(deps.db, query)),
    moveOrder: ({ session, params, body }) => moves.moveOrder(deps, session.accountId, params.id, body),
    markCashReceived: ({ session, params }) => cash.markCashReceived(deps, session.accountId, params.id),
    undoCashReceived: ({ session, params }) => cash.undoCashReceived(deps, session.accountId, params.id),
    refundOrder: ({ session, params, body }) => refunds.refundOrder(deps, session.accountId, params.id, body),
  })
  implement(app, parcelContract, {
    moveParcels: ({ session, body }) => moveParcels(deps, session.accountId, body),
    changeParcel: ({ session, params, body }) => changeParcel(deps, session.accountId, params.id, body),
    letGoOfCash: ({ session, params, body }) => letGoOfCash(deps, session.accountId, params.id, body.reason),
  })
  implement(app, trackContract, {
    trackParcel: ({ params, reply }) => {
      // Whoever has the link may look, but nobody keeps what it shows.
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      return trackParcel(deps.db, params.token)
    },
  })
}
