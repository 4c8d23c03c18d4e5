import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../keys.contract.ts'
import * as keys from './keys.service.ts'

export function keyRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listKeys: ({ session }) => keys.listKeys(deps, session),
    makeKey: ({ session, body }) => keys.makeKey(deps, session, body),
    endKey: ({ session, params }) => keys.endKey(deps, session, params.id),
    resumeKey: ({ session, params }) => keys.resumeKey(deps, session, params.id),
  })
}
