import { PayoutAccount } from '../payouts.account.ts'

/** An account as `payouts` and `payout_accounts` keep it; null: a payout that was entered after a restore has none. */
export const readAccount = (json: string) => PayoutAccount.nullable().parse(JSON.parse(json))
