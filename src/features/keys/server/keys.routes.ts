import type { FastifyInstance } from 'fastify'
import { checkProof } from '#features/auth/server/own-password.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../keys.contract.ts'
import * as keys from './keys.service.ts'

export function keyRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listKeys: ({ session }) => keys.listKeys(deps, session),
    makeKey: async ({ session, body }) => {
      await checkProof(deps, session, undefined)
      return keys.makeKey(deps, session, body)
    },
    endKey: async ({ session, params }) => {
      await checkProof(deps, session, undefined)
      return keys.endKey(deps, session, params.id)
    },
    resumeKey: async ({ session, params }) => {
      await checkProof(deps, session, undefined)
      return keys.resumeKey(deps, session, params.id)
    },
  })
}
