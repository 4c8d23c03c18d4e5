import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as passkeyContract from '../passkeys.contract.ts'
import * as contract from '../second-factor.contract.ts'
import { enterByCode } from './begun-logins.ts'
import * as passkeys from './passkeys.ts'
import * as factor from './second-factor.service.ts'

export function secondFactorRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getSecondFactor: ({ session }) => factor.getSecondFactor(deps, session),
    setUpSecondFactor: ({ session }) => factor.setUp(deps, session),
    confirmSecondFactor: ({ session, body, ...browser }) => factor.confirm(deps, session, body, browser),
    removeSecondFactor: ({ session, body }) => factor.remove(deps, session, body),
    enterByCode: ({ body, ...browser }) => enterByCode(deps, body.code, browser),
    proveAgain: ({ session, body }) => factor.proveAgain(deps, session, body),
  })
  implement(app, passkeyContract, {
    beginPasskey: ({ session, body }) => passkeys.beginPasskey(deps, session, body.currentPassword),
    addPasskey: ({ session, body, ...browser }) => passkeys.addPasskey(deps, session, body, browser),
    removePasskey: ({ session, params, body }) =>
      passkeys.removePasskey(deps, session, params.id, body.currentPassword),
    askPasskey: () => passkeys.askPasskey(deps),
    enterByPasskey: ({ body, ...browser }) => passkeys.enterByPasskey(deps, body.passkey, browser),
  })
}
