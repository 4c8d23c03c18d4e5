import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { countOpenParcels } from '../../parcels/server/own-parcels.ts'
import * as contract from '../door.contract.ts'
import * as enter from './enter.ts'
import * as login from './login.ts'

export function doorRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    lookAtInvitation: ({ body }) => enter.lookAtInvitation(deps, body),
    askNewLock: ({ body }) => enter.askNewLock(deps, body),
    enterWorkshop: ({ body, ...browser }) => enter.enterWorkshop(deps, body, browser),
    listNames: (browser) => login.listNames(deps, browser),
    askLock: ({ body, ...browser }) => login.askLock(deps, body.person, browser),
    workshopLogin: ({ body, ...browser }) => login.login(deps, body, browser),
    workshopIsAuth: async ({ session }) => ({
      ...login.isAuth(session),
      openParcels: await countOpenParcels(deps.db, session),
    }),
    workshopLogout: (browser) => login.leave(deps, browser),
    setLanguage: ({ session, body }) => login.setLanguage(deps, session, body.language),
  })
}
