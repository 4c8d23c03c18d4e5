import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import {
  changeSellerEmail,
  changeSellerPassword,
  getSellerAccount,
  requestSellerPasswordReset,
  resetSellerPassword,
} from '../seller-account.contract.ts'
import * as email from './email.service.ts'
import * as password from './password.service.ts'

export function sellerAccountRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, getSellerAccount, ({ session }) => email.readEmailState(deps, session))
  implement(app, changeSellerPassword, ({ session, body }) => password.changePassword(deps, session, body))
  implement(app, changeSellerEmail, ({ session, body }) =>
    email.changeEmail(deps, session, body.email, body.currentPassword),
  )
  implement(app, requestSellerPasswordReset, ({ body }) => password.requestPasswordReset(deps, 'seller', body.email))
  implement(app, resetSellerPassword, ({ body }) => password.resetPassword(deps, 'seller', body.token, body.password))
}
