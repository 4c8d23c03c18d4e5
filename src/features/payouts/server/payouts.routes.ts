import type { FastifyInstance } from 'fastify'
import { provedUntil } from '#features/auth/server/proofs.ts'
import { findYesOf, toSecondYes } from '#features/second-yes/server/list-second-yeses.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../payouts.contract.ts'
import { getAccount, noteCall, setAccount } from './accounts.ts'
import { confirmLast, enterFound } from './after-restore.ts'
import { listDue } from './balances.ts'
import { bankFileAsCsv, bankFileAsXlsx, readBankRows } from './bank-file.ts'
import { markFailed, markSent } from './end-payout.ts'
import { lockedSince } from './lock.ts'
import { makeRun } from './make-run.ts'
import { getRun, listPayouts, listRuns } from './payouts.service.ts'
import { markRunSent } from './send-run.ts'
import { findToLookAt } from './to-look-at.ts'

export function payoutRoutes(app: FastifyInstance) {
  const { deps } = app
  const { db } = deps
  implement(app, contract, {
    listDue: () => listDue(deps),
    makePayoutRun: ({ session, headers }) => makeRun(deps, session, headers['idempotency-key']),
    listPayouts: ({ query }) => listPayouts(db, query),
    listPayoutRuns: ({ query }) => listRuns(db, query),
    getPayoutRun: async ({ session, params }) => {
      const [run, since, yes] = await Promise.all([
        getRun(db, params.id),
        lockedSince(db),
        findYesOf(db, 'payout run', String(params.id)),
      ])
      return {
        ...run,
        lockedSince: since ?? null,
        provedUntil: provedUntil(deps, session),
        secondYes: yes ? toSecondYes(yes, session) : null,
        toLookAt: run.waiting > 0 ? await findToLookAt(db, params.id) : [],
      }
    },
    exportBankFileXlsx: async ({ session, params }) => bankFileAsXlsx(await readBankRows(deps, session, params.id)),
    exportBankFile: async ({ session, params }) => bankFileAsCsv(await readBankRows(deps, session, params.id)),
    markRunSent: ({ session, params, body }) => markRunSent(deps, session, params.id, body.reference),
    markPayoutSent: ({ session, params, body }) => markSent(deps, session, params.id, body.reference),
    markPayoutFailed: ({ session, params, body }) => markFailed(deps, session, params.id, body.reason),
    getPayoutAccount: ({ session, params }) => getAccount(deps, session, params.producer),
    noteCall: ({ session, params, body }) => noteCall(deps, session, params.producer, body),
    setPayoutAccount: ({ session, params, body }) => setAccount(deps, session, params.producer, body.account),
    enterFoundPayout: ({ session, body }) => enterFound(deps, session, body),
    confirmLastPayout: ({ session, body }) => confirmLast(deps, session, body.reference),
  })
}
