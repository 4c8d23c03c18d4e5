import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../second-yes.contract.ts'
import { decideSecondYes } from './decide.ts'
import { listSecondYeses } from './list-second-yeses.ts'

export function secondYesRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listSecondYeses: ({ session }) => listSecondYeses(deps, session),
    decideSecondYes: ({ session, params, body }) => decideSecondYes(deps, session, params.id, body),
  })
}
