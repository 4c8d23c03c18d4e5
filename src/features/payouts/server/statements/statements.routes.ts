import type { FastifyInstance } from 'fastify'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../../statements.contract.ts'
import { readStatementPage } from './read-statement.ts'
import { statementAsCsv, statementAsPdf, statementAsXlsx } from './statement-files.ts'

export function statementRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    getStatement: ({ params, query }) => readStatementPage(deps.db, params.id, query.page),
    getStatementPdf: ({ params }) => statementAsPdf(deps, params.id),
    getStatementXlsx: ({ params }) => statementAsXlsx(deps, params.id),
    getStatementCsv: ({ params }) => statementAsCsv(deps, params.id),
  })
}
