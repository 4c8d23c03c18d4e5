import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import { listAudit } from '../audit.contract.ts'
import * as audit from './audit.service.ts'

export function auditRoutes(app: FastifyInstance) {
  implement(app, listAudit, ({ query }) => audit.listAudit(app.deps.db, query.page))
}
