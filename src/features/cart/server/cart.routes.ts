import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../cart.contract.ts'
import { keptCartCookies, readCartCookie } from '../cart.cookie.ts'
import { message } from '../cart.messages.ts'
import * as cart from './cart.service.ts'

export function cartRoutes(app: FastifyInstance) {
  implement(app, contract, {
    findShortLines: ({ query }) => cart.findShortLines(app.deps.db, query.lines),
    keepVisitorCart: ({ body, reply }) => {
      reply.header('set-cookie', keptCartCookies(body.cartItems))
      return { message: message('CART_KEPT') }
    },
    findVisitorCart: ({ request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { cartItems: readCartCookie(request.headers.cookie ?? null) }
    },
    updateCart: ({ session, body }) => cart.updateCart(app.deps, session.id, body.cartItems),
  })
}
