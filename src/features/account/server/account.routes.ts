import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { setSessionCookie } from '#features/auth/server/sessions.ts'
import { implement, implementRaw } from '#kernel/http/implement.ts'
import {
  changePassword,
  changeProfile,
  confirmEmail,
  deleteAccount,
  downloadDataPath,
  endSession,
  getEmail,
  listSessions,
  requestPasswordReset,
  resetPassword,
  sendEmailLink,
} from '../account.contract.ts'
import * as account from './account.service.ts'
import { writeData } from './account-data.ts'
import * as email from './email.service.ts'
import * as password from './password.service.ts'

export function accountRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, requestPasswordReset, ({ body }) => password.requestPasswordReset(deps, 'user', body.email))
  implement(app, resetPassword, ({ body }) => password.resetPassword(deps, 'user', body.token, body.password))
  implement(app, changePassword, ({ session, body }) => password.changePassword(deps, session, body))
  implement(app, getEmail, ({ session }) => email.readEmailState(deps, session))
  implement(app, sendEmailLink, ({ session }) => email.sendConfirmation(deps, session))
  implement(app, confirmEmail, ({ body }) => email.confirmEmail(deps, body.token))
  implement(app, changeProfile, ({ session, body }) => account.changeProfile(deps, session, body))
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
      const data = await writeData(deps, session)
      reply.type('application/json; charset=utf-8').header('content-disposition', 'attachment; filename="my-data.json"')
      return Readable.from(data)
    },
  )
}
