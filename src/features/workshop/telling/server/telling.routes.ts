import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../telling.contract.ts'
import { listUntold } from './untold.ts'

export function tellingRoutes(app: FastifyInstance) {
  implement(app, contract, { listUntold: () => listUntold(app.deps) })
}
