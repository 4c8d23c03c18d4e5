import type { FastifyInstance } from 'fastify'
import * as earningsContract from '#features/producers/earnings.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../ledger.contract.ts'
import { addCommunityPayout, listCommunityPayouts } from './community-payouts.ts'
import { addCorrection, listCorrections, previewCorrection } from './corrections.ts'
import { getEarnings } from './earnings.ts'
import * as ledger from './ledger.service.ts'

export function ledgerRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getLedger: async ({ query }) => ({ ledger: await ledger.getLedger(deps.db, deps.now(), query.month) }),
    listCommunityPayouts: ({ query }) => listCommunityPayouts(deps.db, query.page),
    addCommunityPayout: ({ session, headers, body }) =>
      addCommunityPayout(deps, { sellerId: session.accountId, key: headers['idempotency-key'] }, body),
    listCorrections: ({ query }) => listCorrections(deps.db, query.page),
    previewCorrection: ({ body }) => previewCorrection(deps, body),
    addCorrection: ({ session, headers, body }) =>
      addCorrection(deps, { sellerId: session.accountId, key: headers['idempotency-key'] }, body),
    getLedgerCheck: () => ledger.getLedgerCheck(deps.db),
  })
  implement(app, earningsContract, {
    getEarnings: async ({ params }) => ({ earnings: await getEarnings(deps.db, params.producer) }),
  })
}
