import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { addAddress, changeAddress, deleteAddress, listAddresses } from '../addresses.contract.ts'
import * as addresses from './addresses.service.ts'

export function addressRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, listAddresses, ({ session }) => addresses.listAddresses(deps.db, session.accountId))
  implement(app, addAddress, ({ session, body }) => addresses.addAddress(deps, session.accountId, body))
  implement(app, changeAddress, ({ session, params, body }) =>
    addresses.changeAddress(deps, session.accountId, params.id, body),
  )
  implement(app, deleteAddress, ({ session, params }) => addresses.deleteAddress(deps.db, session.accountId, params.id))
}
