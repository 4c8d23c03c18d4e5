import { markRestored } from '#app/restored.ts'
import { type LastNumbers, sayWhatIsSkipped, WrongNumber } from '#app/skip-numbers.ts'
import { numberSeries } from '#features/numbers/server/number-gaps.ts'
import { countHeld } from '#kernel/mail/outbox.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run restored -- [orders=1234 …], before the start: after pg_restore, or after npm run restore if the last numbers are known.

const said: LastNumbers = {}
for (const word of process.argv.slice(2)) {
  const [, name, number] = /^([a-z-]+)=(\d{1,15})$/.exec(word) ?? []
  const series = numberSeries.find((one) => one === name)
  if (!series)
    stopWith(`Say the last numbers that were given out as ${numberSeries.map((one) => `${one}=1234`).join(' ')}`)
  said[series] = Number(number)
}
const db = await openExistingDatabase(readSettings())
try {
  for (const one of await markRestored(db, new Date(), said)) console.log(sayWhatIsSkipped(one))
  console.log(`${await countHeld(db)} mails held, everybody logged out, payouts locked`)
} catch (error) {
  if (error instanceof WrongNumber) stopWith(error.message)
  throw error
} finally {
  await db.destroy()
}
