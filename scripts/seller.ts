import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setPassword } from '#features/account/server/password.service.ts'
import { recordAct } from '#features/audit/server/audit.service.ts'
import { NewPassword } from '#features/auth/auth.contract.ts'
import { authEn } from '#features/auth/auth.words.en.ts'
import { lockAccount } from '#features/auth/server/accounts.ts'
import { isCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { listPeople, lockPeople, type Person, setRights } from '#features/auth/server/people.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { resetFactor } from '#features/second-factor/server/second-factor.service.ts'
import { jobsOfTheShop, transact } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { Db } from '#kernel/db/database.ts'
import { principalOf } from '#kernel/guard/principals.ts'
import { wordedBy, wordStored } from '#shared/messages.ts'
import { type Right, rights } from '#shared/rights.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run seller -- list | reset-password [EMAIL] | give-team EMAIL | reset-second-factor EMAIL, for an operator whom nobody can let in, beside a running shop too. A
// password is asked for, or read from the standard input; other users could see an argument.

const USAGE = 'Usage: npm run seller -- list | reset-password [EMAIL] | give-team EMAIL | reset-second-factor EMAIL'

/** The named person, or the only one. */
function findPerson(people: readonly Person[], named: string | undefined) {
  if (people.length === 0) stopWith('There is no seller yet: set SELLER_EMAIL and SELLER_PASSWORD and start the shop')
  const email = named?.trim().toLowerCase() ?? (people.length === 1 ? people[0]?.email : undefined)
  return (
    people.find((person) => person.email === email) ??
    stopWith(`Say which seller, by email address. There is ${people.map((person) => person.email).join(', ')}`)
  )
}

/** Asks on the terminal without showing the answer. */
async function ask(question: string) {
  process.stdout.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const typed = await terminal.question('')
  terminal.close()
  process.stdout.write('\n')
  return typed
}

async function readPassword(email: string) {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '')
  const typed = await ask(`New password of ${email}: `)
  if ((await ask('Once more: ')) !== typed) stopWith('These are two different passwords. Nothing was changed')
  return typed
}

async function resetPassword(db: Db, config: Config, { id, email }: Person) {
  const parsed = NewPassword.safeParse(await readPassword(email))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    stopWith(`${wordStored(issue?.message ?? '', wordedBy(authEn))}. Nothing was changed`)
  }
  if (await isCommonPassword(parsed.data))
    stopWith('Many people use this password: choose another one. Nothing was changed')
  const passwordHash = await hashPassword(parsed.data)
  await transact({ db, jobs: jobsOfTheShop }, async (tx) => {
    const account = await lockAccount(tx, 'seller', id)
    const how = 'Password set by npm run seller'
    await setPassword(tx, { config, now: () => new Date() }, 'seller', account, passwordHash, { how, mayTell: true })
    await endSessions(tx, 'seller', account.id)
  })
  console.log(`The password of ${email} is set, and every device is logged out`)
}

async function giveTeam(db: Db, { id, email }: Person) {
  await transact({ db, jobs: jobsOfTheShop }, async (tx) => {
    const own = (await lockPeople(tx)).find((person) => person.id === id)?.rights ?? []
    const given: Right[] = [...own.filter((right) => right !== 'team'), 'team']
    await setRights(tx, id, given)
    const act = { action: 'team.rights', subject: id, summary: 'Right team given by npm run seller' } as const
    await recordAct(tx, { who: principalOf('seller', id), at: new Date(), ...act })
  })
  console.log(`${email} has the right team, and can give rights and invite others`)
}

/** Phone and recovery codes are lost. */
async function resetSecondFactor(db: Db, { id, email }: Person) {
  const wasOn = await transact({ db, jobs: jobsOfTheShop }, (tx) => resetFactor(tx, id, new Date()))
  if (!wasOn) stopWith(`${email} has no second factor. Nothing was changed`)
  console.log(`The second factor of ${email} is off, and every device is logged out: the password alone opens again`)
}

const [command = '', named, ...others] = process.argv.slice(2)
const isRight =
  (command === 'list' && named === undefined) ||
  (command === 'reset-password' && others.length === 0) ||
  (['give-team', 'reset-second-factor'].includes(command) && named !== undefined && others.length === 0)
if (!isRight) stopWith(`${USAGE}, a password on the standard input`)
const config = readSettings()
const db = await openExistingDatabase(config)
const people = await listPeople(db)
if (command === 'list')
  for (const { name, email, rights: own } of people)
    console.log(
      `${email}${name && ` (${name})`}: ${own.length === rights.length ? 'all rights' : own.join(' ') || 'no right'}`,
    )
else if (command === 'give-team') await giveTeam(db, findPerson(people, named))
else if (command === 'reset-second-factor') await resetSecondFactor(db, findPerson(people, named))
else await resetPassword(db, config, findPerson(people, named))
await db.destroy()
