import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../auth.contract.ts'
import * as auth from './auth.service.ts'

export function authRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    register: ({ body, ...browser }) => auth.register(deps, body, browser),
    login: ({ body, ...browser }) => auth.login(deps, body, browser),
    isAuth: ({ session }) => ({ user: auth.shopperOf(deps, session) }),
    logout: (browser) => auth.logout(deps, 'user', noStore(browser)),
    logoutByPost: (browser) => auth.logout(deps, 'user', browser),
    sellerLogin: ({ body, ...browser }) => auth.sellerLogin(deps, body, browser),
    sellerIsAuth: ({ session }) => auth.personOf(deps, session),
    sellerLogout: (browser) => auth.logout(deps, 'seller', noStore(browser)),
    sellerLogoutByPost: (browser) => auth.logout(deps, 'seller', browser),
  })
}

/** A GET that changes something must not be answered from a cache. */
function noStore<B extends auth.Browser>(browser: B) {
  browser.reply.header('cache-control', 'no-store')
  return browser
}
