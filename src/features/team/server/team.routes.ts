import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../team.contract.ts'
import { checkInvitation, enterTeam, invitePerson } from './enter.ts'
import * as team from './team.service.ts'

export function teamRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listTeam: ({ session }) => team.listTeam(deps, session),
    invitePerson: ({ session, body }) => invitePerson(deps, session, body),
    changeRights: ({ session, params, body }) => team.changeRights(deps, session, params.id, body.rights),
    removePerson: ({ session, params }) => team.removePerson(deps, session, params.id),
    logPersonOut: ({ session, params }) => team.logPersonOut(deps, session, params.id),
    logDeviceOut: ({ session, params }) => team.logDeviceOut(deps, session, params),
    checkInvitation: ({ query }) => checkInvitation(deps, query.token),
    enterTeam: ({ body, ...browser }) => enterTeam(deps, body, browser),
  })
}
