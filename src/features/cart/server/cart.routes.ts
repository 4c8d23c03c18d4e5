import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../cart.contract.ts'
import * as cart from './cart.service.ts'

export function cartRoutes(app: FastifyInstance) {
  implement(app, contract, {
    findShortLines: ({ query }) => cart.findShortLines(app.deps.db, query.lines),
    updateCart: ({ session, body }) => cart.updateCart(app.deps, session.accountId, body.cartItems),
  })
}
