import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../audit.contract.ts'
import { listAudit } from './list-audit.ts'

export function auditRoutes(app: FastifyInstance) {
  implement(app, contract, { listAudit: ({ query }) => listAudit(app.deps.db, query) })
}
