import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { workshopOf } from '../../door/server/login.ts'
import * as contract from '../people.contract.ts'
import * as people from './people.service.ts'

export function peopleRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    listProducerPeople: ({ session, params }) => people.listPeople(deps, session, params.id),
    inviteProducerPerson: ({ session, params, body }) => people.invite(deps, session, params.id, body),
    takeInvitationBack: ({ session, params }) => people.takeInvitationBack(deps, session, params.id, params.invitation),
    removeProducerPerson: ({ session, params }) => people.removePerson(deps, session, params.id, params.person),
    removeProducerDevice: ({ session, params }) =>
      people.removeDevice(deps, session, params.id, params.device, { ofAll: true }),
    resumeProducerDevice: ({ session, params }) => people.resumeDevice(deps, session, params.id, params.device),
    listOwnPeople: ({ session }) => people.listPeople(deps, session, workshopOf(session).producer.id),
    inviteOwnPerson: ({ session, body }) => people.invite(deps, session, workshopOf(session).producer.id, body),
    takeOwnInvitationBack: ({ session, params }) =>
      people.takeInvitationBack(deps, session, workshopOf(session).producer.id, params.invitation),
    removeOwnPerson: ({ session, params }) =>
      people.removePerson(deps, session, workshopOf(session).producer.id, params.person),
    removeOwnDevice: ({ session, params }) =>
      people.removeDevice(deps, session, workshopOf(session).producer.id, params.device),
  })
}
