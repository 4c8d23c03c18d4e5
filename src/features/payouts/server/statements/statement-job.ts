import { sellerLines } from '#features/invoices/invoices.words.ts'
import type { Config } from '#kernel/config.ts'
import type { Language } from '#shared/languages.ts'
import type { WholeStatement } from './read-statement.ts'

/** All that the PDF thread gets: what is on paper. */
export interface StatementJob extends WholeStatement {
  language: Language
  storeName: string
  /** Name and address, a line each. */
  payer: readonly string[]
  /** The public ledger's address. */
  ledger: string
}

export const statementJob = (
  { storeName, supportEmail, legal, publicUrl }: Pick<Config, 'storeName' | 'supportEmail' | 'legal' | 'publicUrl'>,
  whole: WholeStatement,
  language: Language,
): StatementJob => ({
  ...whole,
  language,
  storeName,
  payer: sellerLines({ storeName, supportEmail, legal }),
  ledger: `${publicUrl}/ledger`,
})
