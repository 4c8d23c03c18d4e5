import type { FastifyInstance } from 'fastify'
import * as earningsContract from '#features/producers/earnings.contract.ts'
import { implement } from '#kernel/http/implement.ts'
import * as dateContract from '../date.contract.ts'
import * as fileContract from '../entries-file.contract.ts'
import * as contract from '../ledger.contract.ts'
import * as orderContract from '../order-entries.contract.ts'
import * as restoresContract from '../restores.contract.ts'
import { addCommunityPayout, listCommunityPayouts } from './community-payouts.ts'
import { addCorrection, listCorrections, previewCorrection } from './corrections.ts'
import { confirmDate, getDateDoubt } from './date-doubt.ts'
import { getEarnings } from './earnings.ts'
import { entriesFile } from './entries-file.ts'
import { listLedgerEntries } from './entries-since.ts'
import * as ledger from './ledger.service.ts'
import { getOrderEntries } from './order-entries.ts'
import { listRestores, noteRestoreSeen } from './restores.ts'

export function ledgerRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getLedger: async ({ query }) => ({ ledger: await ledger.getLedger(deps.db, deps.now(), query.month) }),
    listCommunityPayouts: ({ query }) => listCommunityPayouts(deps.db, query.page),
    addCommunityPayout: ({ session, headers, body }) =>
      addCommunityPayout(deps, { who: session, key: headers['idempotency-key'] }, body),
    listCorrections: ({ query }) => listCorrections(deps.db, query.page),
    previewCorrection: ({ body }) => previewCorrection(deps, body),
    addCorrection: ({ session, headers, body: { currentPassword: _, ...input } }) =>
      addCorrection(deps, { who: session, key: headers['idempotency-key'] }, input),
    getLedgerCheck: () => ledger.getLedgerCheck(deps),
  })
  implement(app, dateContract, {
    getDateDoubt: () => getDateDoubt(deps),
    confirmDate: ({ session }) => confirmDate(deps, session),
  })
  implement(app, restoresContract, {
    listRestores: () => listRestores(deps.db),
    noteRestoreSeen: ({ session }) => noteRestoreSeen(deps, session),
  })
  implement(app, fileContract, {
    exportLedger: ({ query }) => entriesFile(deps.db, query),
    listLedgerEntries: ({ query }) => listLedgerEntries(deps.db, query),
  })
  implement(app, orderContract, {
    getMyOrderEntries: ({ session, params }) => getOrderEntries(deps.db, session.id, params.id),
  })
  implement(app, earningsContract, {
    getEarnings: async ({ params }) => ({ earnings: await getEarnings(deps.db, params.producer) }),
  })
}
