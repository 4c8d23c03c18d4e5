import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../changes.contract.ts'
import { decideChange } from './decide-change.ts'
import { listChanges } from './list-changes.ts'

export function changesRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listChanges: ({ query }) => listChanges(deps.db, query),
    decideChange: ({ session, params, body }) => decideChange(deps, session, params.id, body),
  })
}
