import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../audit.contract.ts'
import * as audit from './audit.service.ts'

export function auditRoutes(app: FastifyInstance) {
  implement(app, contract, { listAudit: ({ query }) => audit.listAudit(app.deps.db, query.page) })
}
