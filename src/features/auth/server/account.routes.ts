import type { FastifyInstance } from 'fastify'
import { implement, implementRaw } from '#server/implement.ts'
import {
  changePassword,
  changeProfile,
  deleteAccount,
  downloadDataPath,
  endSession,
  listSessions,
  requestPasswordReset,
  resetPassword,
} from '../account.contract.ts'
import * as account from './account.service.ts'
import { setSessionCookie } from './sessions.ts'

export function accountRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, requestPasswordReset, ({ body }) => account.requestPasswordReset(deps, body.email))
  implement(app, resetPassword, ({ body }) => account.resetPassword(deps, body.token, body.password))
  implement(app, changeProfile, ({ session, body }) => account.changeProfile(deps, session.accountId, body))
  implement(app, changePassword, ({ session, body }) => account.changePassword(deps, session, body))
  implement(app, listSessions, ({ session }) => account.listSessions(deps, session))
  implement(app, endSession, ({ session, params }) => account.endSession(deps, session, params.id))
  implement(app, deleteAccount, async ({ session, body, reply }) => {
    const answer = await account.deleteAccount(deps, session, body.currentPassword)
    setSessionCookie(deps, reply, 'user', '', 0)
    return answer
  })
  implementRaw(
    app,
    { method: 'GET', path: downloadDataPath, access: 'user', summary: "Download one's data", isHeavy: true },
    async ({ session, reply }) => {
      const data = await account.collectData(deps, session)
      reply.type('application/json; charset=utf-8').header('content-disposition', 'attachment; filename="my-data.json"')
      return JSON.stringify(data, null, 2)
    },
  )
}
