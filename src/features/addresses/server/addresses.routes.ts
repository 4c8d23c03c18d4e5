import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

export function addressRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listAddresses: ({ session }) => addresses.listAddresses(deps.db, session.accountId),
    addAddress: ({ session, body }) => addresses.addAddress(deps, session.accountId, body),
    changeAddress: ({ session, params, body }) => addresses.changeAddress(deps, session.accountId, params.id, body),
    deleteAddress: ({ session, params }) => addresses.deleteAddress(deps.db, session.accountId, params.id),
  })
}
