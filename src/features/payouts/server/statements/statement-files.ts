import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { csvFile, csvText } from '#kernel/http/csv.ts'
import type { FileAnswer } from '#kernel/http/file-answer.ts'
import type { MailDeps } from '#kernel/mail/mail-kinds.ts'
import type { MailFile } from '#kernel/mail/mail-template.ts'
import { startPdfThread } from '#kernel/pdf/pdf-thread.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import { CSV_TYPE } from '#shared/endpoint.ts'
import type { Language } from '#shared/languages.ts'
import { foldText } from '#shared/text.ts'
import type { Statement } from '../../statements.contract.ts'
import { readStatement, type WholeStatement } from './read-statement.ts'
import { statementHeading, statementKinds, statementRow } from './statement-csv.ts'
import { type StatementJob, statementJob } from './statement-job.ts'

/** Others have a turn after so many rows. */
const ROWS_AT_ONCE = 500

/** One thread for calls and mails, from the first PDF until it is idle. */
const thread = startPdfThread<StatementJob>(new URL('./statement.worker.ts', import.meta.url))

/** "statement-14-matti-pottery-collective.pdf" */
function statementFileName({ run, producer }: Pick<Statement, 'run' | 'producer'>, ending: 'pdf' | 'csv' | 'xlsx') {
  const name = foldText(producer.name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `statement-${run.number}${name === '' ? '' : `-${name.slice(0, 60)}`}.${ending}`
}

const pdfOf = async ({ config }: Pick<MailDeps, 'config'>, whole: WholeStatement, language: Language) => ({
  name: statementFileName(whole.statement, 'pdf'),
  content: await thread.make(statementJob(config, whole, language)),
})

async function* rowsOf({ lines }: WholeStatement, language: Language) {
  for (let at = 0; at < lines.length; at += ROWS_AT_ONCE) {
    yield lines.slice(at, at + ROWS_AT_ONCE).map((line) => statementRow(line, language))
    await setImmediate()
  }
}

/** The office's in English, a maker's in the maker's language. Throws STATEMENT_NOT_FOUND. */
export const statementAsPdf = async (deps: MailDeps, id: string, language: Language = 'en'): Promise<FileAnswer> =>
  pdfOf(deps, await readStatement(deps.db, id, language), language)

/** Throws STATEMENT_NOT_FOUND. */
export async function statementAsCsv({ db }: Pick<MailDeps, 'db'>, id: string, language: Language = 'en') {
  const whole = await readStatement(db, id, language)
  return csvFile(statementFileName(whole.statement, 'csv'), statementHeading(language), rowsOf(whole, language))
}

/** Throws STATEMENT_NOT_FOUND. */
export async function statementAsXlsx({ db }: Pick<MailDeps, 'db'>, id: string) {
  const whole = await readStatement(db, id, 'en')
  const table = { heading: statementHeading('en'), kinds: statementKinds, rows: rowsOf(whole, 'en') }
  return xlsxFile(statementFileName(whole.statement, 'xlsx'), table)
}

/** PDF and CSV for a mail, in its language. */
export async function filesOfStatement(deps: MailDeps, id: string, language: Language): Promise<MailFile[]> {
  const whole = await readStatement(deps.db, id, language)
  return [
    { ...(await pdfOf(deps, whole, language)), type: 'application/pdf' },
    {
      name: statementFileName(whole.statement, 'csv'),
      content: await text(csvText(statementHeading(language), rowsOf(whole, language))),
      type: CSV_TYPE,
    },
  ]
}
