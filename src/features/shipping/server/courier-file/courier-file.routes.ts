import type { FastifyInstance } from 'fastify'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import * as contract from '../../courier-file.contract.ts'
import { bookFile } from './book-courier-file.ts'
import { checkFile, previewFile } from './check-courier-file.ts'
import { exportLines, getCourierFile, linesHeading, listFiles } from './courier-files.ts'

export function courierFileRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    checkCourierFile: ({ session, body, files: [path], names: [name] }) =>
      checkFile(deps, session.accountId, { path, name }, body),
    previewCourierFile: ({ body, files: [path], names: [name] }) => previewFile(deps.db, { path, name }, body),
    bookCourierFile: ({ session, params }) => bookFile(deps, session.accountId, params.id),
    getCourierFile: ({ params }) => getCourierFile(deps.db, params.id),
    exportCourierFileLines: async ({ params }) =>
      csvFile('lines-to-look-at.csv', linesHeading, await exportLines(deps.db, params.id)),
    listCourierFiles: () => listFiles(deps.db),
  })
}
