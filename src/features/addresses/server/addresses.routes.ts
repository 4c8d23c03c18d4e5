import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

export function addressRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listAddresses: ({ session }) => addresses.listAddresses(deps.db, session.id),
    addAddress: ({ session, body }) => addresses.addAddress(deps, session.id, body),
    changeAddress: ({ session, params, body }) => addresses.changeAddress(deps, session.id, params.id, body),
    deleteAddress: ({ session, params }) => addresses.deleteAddress(deps.db, session.id, params.id),
  })
}
