import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import {
  isAuth,
  login,
  logout,
  logoutByPost,
  register,
  sellerIsAuth,
  sellerLogin,
  sellerLogout,
  sellerLogoutByPost,
} from '../auth.contract.ts'
import * as auth from './auth.service.ts'

export function authRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, register, ({ body, ...browser }) => auth.register(deps, body, browser))
  implement(app, login, ({ body, ...browser }) => auth.login(deps, body, browser))
  implement(app, isAuth, ({ session }) => ({ user: auth.userOf(deps, session) }))
  implement(app, logout, (browser) => auth.logout(deps, 'user', noStore(browser)))
  implement(app, logoutByPost, (browser) => auth.logout(deps, 'user', browser))
  implement(app, sellerLogin, ({ body, ...browser }) => auth.sellerLogin(deps, body, browser))
  implement(app, sellerIsAuth, () => ({}))
  implement(app, sellerLogout, (browser) => auth.logout(deps, 'seller', noStore(browser)))
  implement(app, sellerLogoutByPost, (browser) => auth.logout(deps, 'seller', browser))
}

/** A GET that changes something must not be answered from a cache. */
function noStore<B extends auth.Browser>(browser: B) {
  browser.reply.header('cache-control', 'no-store')
  return browser
}
