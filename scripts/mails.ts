import { markRestored } from '#app/restored.ts'
import { sayWhatIsSkipped } from '#app/skip-numbers.ts'
import { countHeld, releaseHeld } from '#kernel/mail/outbox.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run mails -- held|send|drop|hold decides about mails that were unsent in a restored backup.

const actions = ['held', 'send', 'drop', 'hold'] as const
const [given, ...rest] = process.argv.slice(2)
const action = actions.find((name) => name === given)
if (!action || rest.length > 0)
  stopWith(
    'Say what: npm run mails -- held (how many wait), send (let them go), drop (delete them unsent), hold (after pg_restore)',
  )

const db = await openExistingDatabase(readSettings())
const said = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)
if (action === 'hold') {
  for (const one of await markRestored(db, new Date())) console.log(sayWhatIsSkipped(one))
  console.log(`${said(await countHeld(db))} held, everybody logged out`)
} else if (action === 'held') console.log(`${said(await countHeld(db))} held`)
else {
  const count = await releaseHeld(db, action, new Date())
  console.log(
    action === 'send' ? `${said(count)} let go: the shop sends them within half a minute` : `${said(count)} dropped`,
  )
}
await db.destroy()
