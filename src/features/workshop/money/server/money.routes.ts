import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../money.contract.ts'
import { ownMoney, ownStatement, ownStatementCsv } from './own-money.ts'

export function ownMoneyRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getOwnMoney: ({ session, query }) => ownMoney(deps, session, query),
    getOwnStatement: ({ session, params }) => ownStatement(deps, session, params.id),
    getOwnStatementCsv: ({ session, params }) => ownStatementCsv(deps, session, params.id),
  })
}
