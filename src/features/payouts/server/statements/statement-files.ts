import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { csvFile, csvText } from '#kernel/http/csv.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import type { MailDeps } from '#kernel/mail/mail-kinds.ts'
import type { MailFile } from '#kernel/mail/mail-template.ts'
import { startPdfThread } from '#kernel/pdf/pdf-thread.ts'
import { CSV_TYPE } from '#shared/endpoint.ts'
import { statementFileName } from '../../statement.words.ts'
import { readStatement, type WholeStatement } from './read-statement.ts'
import { statementHeading, statementRow } from './statement-csv.ts'
import { type StatementJob, statementJob } from './statement-job.ts'

/** Rows that are written before others have their turn. */
const ROWS_AT_ONCE = 500

/** One for calls and mails; it opens with the first PDF and ends when there is nothing to do. */
const thread = startPdfThread<StatementJob>(new URL('./statement.worker.ts', import.meta.url))

const pdfOf = async ({ config }: Pick<MailDeps, 'config'>, whole: WholeStatement) => ({
  name: statementFileName(whole.statement, 'pdf'),
  content: await thread.make(statementJob(config, whole)),
})

async function* rowsOf({ lines }: WholeStatement) {
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) {
    yield lines.slice(at, at + ROWS_AT_ONCE).map(statementRow)
    await setImmediate()
  }
}

/** The statement of a payout on paper. Throws STATEMENT_NOT_FOUND. */
export const statementAsPdf = async (deps: MailDeps, id: string): Promise<FileAnswer> =>
  pdfOf(deps, await readStatement(deps.db, id))

/** The same as a table. Throws STATEMENT_NOT_FOUND. */
export async function statementAsCsv({ db }: Pick<MailDeps, 'db'>, id: string) {
  const whole = await readStatement(db, id)
  return csvFile(statementFileName(whole.statement, 'csv'), statementHeading, rowsOf(whole))
}

/** Both, to go with a mail. */
export async function filesOfStatement(deps: MailDeps, id: string): Promise<MailFile[]> {
  const whole = await readStatement(deps.db, id)
  return [
    { ...(await pdfOf(deps, whole)), type: 'application/pdf' },
    {
      name: statementFileName(whole.statement, 'csv'),
      content: await text(csvText(statementHeading, rowsOf(whole))),
      type: CSV_TYPE,
    },
  ]
}
