import type { FastifyInstance } from 'fastify'
import { recordExport } from '#features/audit/server/audit.service.ts'
import { inBulk } from '#kernel/guard/principals.ts'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import * as problemContract from '../money-problems.contract.ts'
import * as contract from '../orders.contract.ts'
import * as makerLinks from '../parcels/maker-links.contract.ts'
import * as parcelContract from '../parcels/parcels.contract.ts'
import { changeParcel } from '../parcels/server/change-parcel.ts'
import { listMakerLinks } from '../parcels/server/maker-links.ts'
import { moveParcels } from '../parcels/server/move-parcels.ts'
import { letGoOfCash } from '../parcels/server/parcel-cash.ts'
import { trackParcel } from '../parcels/server/track-parcel.ts'
import * as trackContract from '../parcels/track.contract.ts'
import { placeCodOrder } from '../place/server/place-order.ts'
import * as refunds from '../refunds/server/refund-order.ts'
import * as sellerContract from '../seller-orders.contract.ts'
import * as cash from './cash-received.ts'
import { listChangedOrders, listChangedParcels } from './changed-orders.ts'
import * as problems from './money-problems.ts'
import * as moves from './move-order.ts'
import { orderKinds, ordersHeading } from './order-csv.ts'
import * as orders from './orders.service.ts'
import * as sellerOrders from './seller-orders.service.ts'

const ordersExported = {
  action: 'orders.exported',
  subject: 'orders',
  summary: 'Orders exported, with names, addresses and phone numbers',
} as const

export function orderRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    placeCodOrder: ({ session, body, headers }) =>
      placeCodOrder(deps, { shopperId: session.id, idempotencyKey: headers['idempotency-key'] }, body),
    listMyOrders: ({ session, query }) =>
      orders.isUnpaged(query)
        ? orders.listAllOrdersOfShopper(deps, session.id, query)
        : orders.listOrdersOfShopper(deps, session.id, query),
    getMyOrder: async ({ session, params }) => ({
      order: await orders.getOrderOfShopper(deps, session.id, params.id),
    }),
    listAllOrders: ({ query: { since, ...query } }) =>
      since === undefined ? sellerOrders.listAllOrders(deps, query) : listChangedOrders(deps, { since, ...query }),
    getSellerOrder: async ({ params }) => ({ order: await orders.getOrder(deps, params.id) }),
    cancelOrder: ({ session, params }) => moves.cancelOrderOfShopper(deps, session.id, params.id),
  })
  implement(app, makerLinks, { listMakerLinks: ({ params }) => listMakerLinks(deps, params.id) })
  implement(app, sellerContract, {
    getOverview: () => sellerOrders.getOverview(deps.db, deps.now()),
    exportOrdersXlsx: async ({ session, query }) => {
      await recordExport(deps, session, ordersExported)
      return xlsxFile('orders.xlsx', {
        heading: ordersHeading,
        kinds: orderKinds,
        rows: sellerOrders.orderRows(deps, query),
      })
    },
    exportOrders: async ({ session, query }) => {
      await recordExport(deps, session, ordersExported)
      return csvFile('orders.csv', ordersHeading, sellerOrders.orderRows(deps, query))
    },
    moveOrder: ({ session, params, body }) => moves.moveOrder(deps, session, params.id, body),
    markCashReceived: ({ session, params }) => cash.markCashReceived(deps, session, params.id),
    undoCashReceived: ({ session, params }) => cash.undoCashReceived(deps, session, params.id),
    refundOrder: ({ session, params, body }) => refunds.refundOrder(deps, session, params.id, body),
  })
  implement(app, parcelContract, {
    listChangedParcels: ({ query }) => listChangedParcels(deps, query),
    moveParcels: ({ session, body }) => moveParcels(deps, inBulk(session), body),
    changeParcel: ({ session, params, body }) => changeParcel(deps, session, params.id, body),
    letGoOfCash: ({ session, params, body }) => letGoOfCash(deps, session, params.id, body.reason),
  })
  implement(app, problemContract, {
    listMoneyProblems: ({ query }) => problems.listMoneyProblems(deps, query.order),
    closeMoneyProblem: ({ session, params, body }) => problems.closeMoneyProblem(deps, session, params.id, body.note),
  })
  implement(app, trackContract, {
    trackParcel: ({ params, reply }) => {
      // Anybody with the link may look, and nobody keeps the answer.
      reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      return trackParcel(deps.db, params.token)
    },
  })
}
