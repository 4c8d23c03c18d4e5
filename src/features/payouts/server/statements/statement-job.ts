import { sellerLines } from '#features/invoices/invoices.words.ts'
import type { Config } from '#kernel/config.ts'
import type { WholeStatement } from './read-statement.ts'

/** What the thread that makes PDFs is given: all that is on paper, and nothing else. */
export interface StatementJob extends WholeStatement {
  storeName: string
  /** Who pays: name and address, a line each. */
  payer: readonly string[]
  /** Address of the public ledger. */
  ledger: string
}

export const statementJob = (
  { storeName, supportEmail, legal, publicUrl }: Pick<Config, 'storeName' | 'supportEmail' | 'legal' | 'publicUrl'>,
  whole: WholeStatement,
): StatementJob => ({
  ...whole,
  storeName,
  payer: sellerLines({ storeName, supportEmail, legal }),
  ledger: `${publicUrl}/ledger`,
})
