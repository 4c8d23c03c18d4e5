import type { FastifyInstance } from 'fastify'
import { csvFile } from '#kernel/http/csv.ts'
import { implement } from '#kernel/http/implement.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import * as contract from '../../courier-file.contract.ts'
import { bookFile } from './book-courier-file.ts'
import { checkFile, previewFile } from './check-courier-file.ts'
import { exportLines, getCourierFile, linesHeading, linesKinds, listFiles } from './courier-files.ts'
import { demoFile, kindsToTry } from './demo-files.ts'

export function courierFileRoutes(app: FastifyInstance) {
  const { deps } = app
  implement(app, contract, {
    checkCourierFile: ({ session, body, files: [path], names: [name] }) =>
      checkFile(deps, session, { path, name }, body),
    previewCourierFile: ({ body, files: [path], names: [name] }) => previewFile(deps.db, { path, name }, body),
    bookCourierFile: ({ session, params }) => bookFile(deps, session, params.id),
    getCourierFile: ({ params }) => getCourierFile(deps, params.id),
    exportCourierFileLines: async ({ params }) =>
      csvFile('lines-to-look-at.csv', linesHeading, await exportLines(deps, params.id)),
    exportCourierFileLinesXlsx: async ({ params }) =>
      xlsxFile('lines-to-look-at.xlsx', {
        heading: linesHeading,
        kinds: linesKinds,
        rows: await exportLines(deps, params.id),
      }),
    listCourierFiles: async () => ({ ...(await listFiles(deps.db)), toTry: await kindsToTry(deps.db) }),
    demoCourierFile: ({ query: { kind } }) => demoFile(deps.db, kind),
  })
}
