import { PayoutAccount } from '../payouts.account.ts'

/** A stored account; null: the payout was entered after a restore. */
export const readAccount = (json: string) => PayoutAccount.nullable().parse(JSON.parse(json))
