import type { FastifyInstance } from 'fastify'
import { checkProof } from '#features/auth/server/own-password.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../team.contract.ts'
import { checkInvitation, enterTeam, invitePerson } from './enter.ts'
import * as team from './team.service.ts'

export function teamRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listTeam: ({ session }) => team.listTeam(deps, session),
    invitePerson: async ({ session, body }) => {
      await checkProof(deps, session, undefined)
      return invitePerson(deps, session, body)
    },
    changeRights: async ({ session, params, body }) => {
      await checkProof(deps, session, undefined)
      return team.changeRights(deps, session, params.id, body.rights)
    },
    removePerson: async ({ session, params }) => {
      await checkProof(deps, session, undefined)
      return team.removePerson(deps, session, params.id)
    },
    logPersonOut: async ({ session, params }) => {
      await checkProof(deps, session, undefined)
      return team.logPersonOut(deps, session, params.id)
    },
    checkInvitation: ({ query }) => checkInvitation(deps, query.token),
    enterTeam: ({ body, ...browser }) => enterTeam(deps, body, browser),
  })
}
