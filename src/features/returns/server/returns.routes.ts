import type { FastifyInstance } from 'fastify'
import { needProof } from '#features/auth/server/proofs.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../returns.contract.ts'
import { moveReturn } from './answer-return.ts'
import { askReturn, checkHasGoods, listMine, withdrawReturn } from './ask-return.ts'
import * as returns from './returns.service.ts'

export function returnRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(
    app,
    contract,
    {
      askReturn: ({ session, body, files }) => askReturn(deps, session.id, body, files),
      listMyReturns: ({ session, query }) => listMine(deps, session.id, query),
      withdrawReturn: ({ session, params }) => withdrawReturn(deps, session.id, params.id),
      getMyReturnPhoto: ({ session, params }) => returns.readPhotoOfShopper(deps, session.id, params.id, params.place),
      getReturnPhoto: ({ params }) => returns.readPhotoOfReturn(deps, params.id, params.place),
      listReturns: ({ query }) => returns.listReturns(deps.db, query),
      countWaitingReturns: () => returns.countWaiting(deps.db),
      moveReturn({ session, params, body }) {
        // A refund by hand, as from the page of the order (docs/promises.md 34).
        if (body.method === 'upi' || body.method === 'bank') needProof(deps, session)
        return moveReturn(deps, session, params.id, body)
      },
    },
    { askReturn: (session) => checkHasGoods(deps.db, session.id) },
  )
}
