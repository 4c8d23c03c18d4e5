import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../seller-account.contract.ts'
import * as email from './email.service.ts'
import * as password from './password.service.ts'

export function sellerAccountRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getSellerAccount: ({ session }) => email.readEmailState(deps, session),
    changeSellerPassword: ({ session, body }) => password.changePassword(deps, session, body),
    changeSellerEmail: ({ session, body }) => email.changeEmail(deps, session, body.email, body.currentPassword),
    requestSellerPasswordReset: ({ body }) => password.requestPasswordReset(deps, 'seller', body.email),
    checkSellerResetLink: ({ query }) => password.checkResetLink(deps, 'seller', query.token),
    resetSellerPassword: ({ body }) => password.resetPassword(deps, 'seller', body.token, body.password),
  })
}
