import { checkLedger } from '#features/ledger/server/check-ledger.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run ledger:check: computes the whole ledger again from the orders, while the shop runs or not, and changes nothing. Ends with code 0,
// or with 1 and the number of the first entry that is off.

const db = await openExistingDatabase(readSettings())
const found = await checkLedger(db)
await db.destroy()
if (!found) stopWith('The check was broken off')
const { entries, lastHash, fault } = found
if (fault) stopWith(`Entry ${fault.number} is off: ${fault.problem}`)
console.log(`The ledger is right: ${entries} entries, last hash ${lastHash}`)
