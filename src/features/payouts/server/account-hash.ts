import { createHash } from 'node:crypto'

/** The ledger's name of an account, another one for each payout, since accounts could be guessed. */
export const hashAccount = (payoutId: string, account: string) =>
  createHash('sha256').update(`${payoutId} ${account}`).digest('hex')
