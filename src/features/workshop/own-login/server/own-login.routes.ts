import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../own-login.contract.ts'
import { getOwnLogin, setOwnLogin } from './own-login.ts'

export function ownLoginRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getOwnLogin: ({ session }) => getOwnLogin(deps, session),
    setOwnLogin: ({ session, body }) => setOwnLogin(deps, session, body),
  })
}
