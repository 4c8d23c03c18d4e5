import type { FastifyInstance } from 'fastify'
import { setSessionCookie } from '#features/auth/server/sessions.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../account.contract.ts'
import * as account from './account.service.ts'
import { writeData } from './account-data.ts'
import * as email from './email.service.ts'
import * as password from './password.service.ts'

export function accountRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    requestPasswordReset: ({ body }) => password.requestPasswordReset(deps, 'user', body.email),
    checkResetLink: ({ query }) => password.checkResetLink(deps, 'user', query.token),
    resetPassword: ({ body }) => password.resetPassword(deps, 'user', body.token, body.password),
    changePassword: ({ session, body }) => password.changePassword(deps, session, body),
    getEmail: ({ session }) => email.readEmailState(deps, session),
    sendEmailLink: ({ session }) => email.sendConfirmation(deps, session),
    confirmEmail: ({ body }) => email.confirmEmail(deps, body.token),
    changeProfile: ({ session, body }) => account.changeProfile(deps, session, body),
    listSessions: ({ session }) => account.listSessions(deps, session),
    endSession: ({ session, params }) => account.endSession(deps, session, params.id),
    async deleteAccount({ session, body, reply }) {
      const answer = await account.deleteAccount(deps, session, body.currentPassword)
      setSessionCookie(deps, reply, 'user', '', 0)
      return answer
    },
    downloadData: async ({ session }) => ({ name: 'my-data.json', content: await writeData(deps, session) }),
  })
}
