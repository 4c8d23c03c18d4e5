import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../payouts.contract.ts'
import { getAccount, setAccount } from './accounts.ts'
import { confirmLast, enterFound } from './after-restore.ts'
import { listDue } from './balances.ts'
import { writeBankFile } from './bank-file.ts'
import { markFailed, markSent } from './end-payout.ts'
import { lockedSince } from './lock.ts'
import { makeRun } from './make-run.ts'
import { getRun, listPayouts, listRuns } from './payouts.service.ts'
import { markRunSent } from './send-run.ts'

export function payoutRoutes(app: FastifyInstance) {
  const { deps } = app
  const { db, config } = deps
  implement(app, contract, {
    listDue: () => listDue(deps),
    makePayoutRun: ({ session, headers }) => makeRun(deps, session.accountId, headers['idempotency-key']),
    listPayouts: ({ query }) => listPayouts(db, query),
    listPayoutRuns: ({ query }) => listRuns(db, query),
    getPayoutRun: async ({ params }) => ({
      ...(await getRun(db, params.id)),
      lockedSince: (await lockedSince(db)) ?? null,
    }),
    exportBankFile: ({ params }) => writeBankFile(db, config.storeName, params.id),
    markRunSent: ({ session, params, body }) => markRunSent(deps, session.accountId, params.id, body.reference),
    markPayoutSent: ({ session, params, body }) => markSent(deps, session.accountId, params.id, body.reference),
    markPayoutFailed: ({ session, params, body }) => markFailed(deps, session.accountId, params.id, body.reason),
    getPayoutAccount: ({ params }) => getAccount(db, params.producer),
    setPayoutAccount: ({ session, params, body }) => setAccount(deps, session, params.producer, body),
    enterFoundPayout: ({ session, body }) => enterFound(deps, session.accountId, body),
    confirmLastPayout: ({ session, body }) => confirmLast(deps, session.accountId, body.reference),
  })
}
