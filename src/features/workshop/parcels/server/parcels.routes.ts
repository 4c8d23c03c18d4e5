import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../parcels.contract.ts'
import * as parcels from './own-parcels.ts'

export function ownParcelRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listOwnParcels: ({ session, query }) => parcels.listParcels(deps, session, query),
    getOwnParcel: async ({ session, params }) => ({ parcel: await parcels.getParcel(deps.db, session, params.id) }),
    packOwnParcel: ({ session, params }) => parcels.pack(deps, session, params.id),
    sendOwnParcel: ({ session, params, body }) => parcels.send(deps, session, params.id, body),
    getOwnSlip: ({ session, params }) => parcels.paper(deps, session, params.id, 'slips'),
    getOwnLabel: ({ session, params }) => parcels.paper(deps, session, params.id, 'labels'),
    getToday: ({ session }) => parcels.today(deps, session),
  })
}
