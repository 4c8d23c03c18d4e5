import { checkActivity } from '#features/audit/server/chain.ts'
import { ledgerEn } from '#features/ledger/ledger.words.en.ts'
import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { payoutsEn } from '#features/payouts/payouts.words.en.ts'
import { checkPayouts } from '#features/payouts/server/check-payouts.ts'
import { wordedBy } from '#shared/messages.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run ledger:check computes the whole ledger again from the orders, and the activity's chain, beside a running shop too, and changes
// nothing. Ends with 0, or with 1 and the number of the first wrong entry.

const db = await openExistingDatabase(readSettings())
const activity = await checkActivity(db)
const found = await checkLedger(db, { checkLeaving: checkPayouts })
await db.destroy()
if (!found || !activity) stopWith('The check was broken off')
const { entries, lastHash, fault } = found
if (fault) stopWith(`Entry ${fault.number} is off: ${wordedBy({ ...ledgerEn, ...payoutsEn })(fault.problem)}`)
if (activity.problem) stopWith(activity.problem)
console.log(`The ledger is right: ${entries} entries${lastHash ? `, last hash ${lastHash}` : ''}`)
console.log(
  `The activity is right: ${activity.entries} entries${activity.lastHash ? `, last hash ${activity.lastHash}` : ''}`,
)
