import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../health.contract.ts'
import * as health from './health.service.ts'

export function healthRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getShopHealth: () => health.getShopHealth(deps),
    listTroubles: () => health.listTroubles(deps),
    sendTestMail: ({ session }) => health.sendTestMail(deps, session),
  })
}
