import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setPassword } from '#features/account/server/password.service.ts'
import { NewPassword } from '#features/auth/auth.contract.ts'
import { authEn } from '#features/auth/auth.words.en.ts'
import { findAccountByEmail, lockAccount } from '#features/auth/server/accounts.ts'
import { isCommonPassword } from '#features/auth/server/common-passwords.ts'
import { hashPassword } from '#features/auth/server/passwords.ts'
import { endSessions } from '#features/auth/server/sessions.ts'
import { jobsOfTheShop, transact } from '#kernel/background.ts'
import type { Db } from '#kernel/db/database.ts'
import { wordedBy, wordStored } from '#shared/messages.ts'
import { openExistingDatabase, readSettings, stopWith } from './shop-command.ts'

// npm run seller-password [-- EMAIL] sets a seller's password, beside a running shop too. It is asked for, or read from the standard input;
// other users could see an argument.

/** The only seller, or the named one. */
async function findSeller(db: Db, named: string | undefined) {
  const sellers = await db.selectFrom('sellers').select('email').orderBy('email').execute()
  const [only] = sellers
  if (!only) stopWith('There is no seller yet: set SELLER_EMAIL and SELLER_PASSWORD and start the shop')
  const email = named?.trim().toLowerCase() ?? (sellers.length === 1 ? only.email : undefined)
  const seller = email === undefined ? undefined : await findAccountByEmail(db, 'seller', email)
  return (
    seller ??
    stopWith(
      `Say which seller: npm run seller-password -- EMAIL. There is ${sellers.map((row) => row.email).join(', ')}`,
    )
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

const args = process.argv.slice(2)
if (args.length > 1) stopWith('Usage: npm run seller-password [-- EMAIL], the password on the standard input')
const config = readSettings()
const db = await openExistingDatabase(config)
const seller = await findSeller(db, args[0])
const parsed = NewPassword.safeParse(await readPassword(seller.email))
if (!parsed.success) {
  const [issue] = parsed.error.issues
  stopWith(`${wordStored(issue?.message ?? '', wordedBy(authEn))}. Nothing was changed`)
}
if (await isCommonPassword(parsed.data))
  stopWith('Many people use this password: choose another one. Nothing was changed')

const passwordHash = await hashPassword(parsed.data)
await transact({ db, jobs: jobsOfTheShop }, async (tx) => {
  const account = await lockAccount(tx, 'seller', seller.id)
  const how = 'Password set by npm run seller-password'
  await setPassword(tx, { config, now: () => new Date() }, 'seller', account, passwordHash, { how, mayTell: true })
  await endSessions(tx, 'seller', account.id)
})
await db.destroy()
console.log(`The password of ${seller.email} is set, and every device is logged out`)
