import { listPeople } from '#features/auth/server/people.ts'
import { type Job, transact } from '#kernel/background.ts'
import type { Deps } from '#kernel/deps.ts'
import type { Principal } from '#kernel/guard/principals.ts'
import { mailboxOf } from '#kernel/guard/rate-limits.ts'
import { queueMail } from '#kernel/mail/mail.ts'
import { openPost } from '#kernel/mail/mailer.ts'
import { version } from '#kernel/version.ts'
import { notLoggedIn } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { textOf, wordStored } from '#shared/messages.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/time.ts'
import { type Check, type CheckName, checkNames, mailNotSent, tooManyTestMails } from '../health.contract.ts'
import { message } from '../health.messages.ts'
import { checks, type Look } from './checks.ts'
import { troubleMail } from './trouble.mails.ts'

const EVERY_MS = 5 * MINUTE_MS
/** What no process has seen for so long is over: each process knows its own jobs alone. */
const OVER_MS = 3 * EVERY_MS
/** A restart of the mail server or a full hour of mails is no trouble. */
const TOLD_AFTER_MS = HOUR_MS

async function look(deps: Deps, name: CheckName): Promise<Look & { name: CheckName }> {
  return { name, ...(await checks[name](deps)) }
}

const lookAtAll = (deps: Deps) => Promise.all(checkNames.map((name) => look(deps, name)))

/** All checks as this process sees them now, and what another one saw of its jobs. */
export async function getShopHealth(deps: Deps) {
  const [seen, troubles] = await Promise.all([lookAtAll(deps), readTroubles(deps)])
  return {
    checks: seen.map(({ name, state, says }): Check => {
      const trouble = troubles.find((one) => one.name === name)
      if (state === 'bad' || (name === 'jobs' && trouble))
        return {
          name,
          state: 'bad',
          says: state === 'bad' ? deps.word(says) : wordStored(trouble?.says ?? '', deps.word),
          since: new Date(trouble?.since ?? deps.now()),
        }
      return { name, state, says: deps.word(says), since: null }
    }),
    version,
  }
}

const readTroubles = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db
    .selectFrom('troubles')
    .selectAll()
    .where('seen_at', '>', now().getTime() - OVER_MS)
    .orderBy('since')
    .execute()

/** What has been bad for an hour. */
export async function listTroubles(deps: Pick<Deps, 'db' | 'now' | 'word'>) {
  const rows = (await readTroubles(deps)).filter(({ since }) => since <= deps.now().getTime() - TOLD_AFTER_MS)
  return {
    troubles: rows.map(({ name, says, since }) => ({
      name,
      says: wordStored(says, deps.word),
      since: new Date(since),
    })),
  }
}

/** Notes what is bad and what is well again, and mails who has `team` once about what has been bad for an hour. */
export async function noteHealth(deps: Deps) {
  for (const seen of await lookAtAll(deps)) await note(deps, seen)
  await tellTeam(deps)
}

async function note({ db, now }: Deps, { name, state, says }: Look & { name: CheckName }) {
  const at = now().getTime()
  await db
    .deleteFrom('troubles')
    .where('name', '=', name)
    .$if(state === 'bad' || name === 'jobs', (query) => query.where('seen_at', '<=', at - OVER_MS))
    .execute()
  if (state !== 'bad') return
  const row = { says: textOf(says), seen_at: at }
  await db
    .insertInto('troubles')
    .values({ name, since: at, told_at: null, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

const tellTeam = (deps: Deps) =>
  transact(deps, async (tx) => {
    const at = deps.now()
    const untold = await tx
      .updateTable('troubles')
      .set({ told_at: at.getTime() })
      .where('told_at', 'is', null)
      .where('since', '<=', at.getTime() - TOLD_AFTER_MS)
      .returningAll()
      .execute()
    if (untold.length === 0) return
    const troubles = untold.map(({ name, says, since }) => ({ name, since, says: wordStored(says, deps.word) }))
    for (const { email, rights } of await listPeople(tx))
      if (rights.includes('team')) await queueMail(tx, { to: email }, troubleMail.of({ troubles }), at)
  })

export const healthJob = (deps: Deps): Job => ({
  name: 'health',
  everyMs: EVERY_MS,
  work: () => noteHealth(deps),
})

/** Throws MAIL_NOT_SENT with the server's words, TOO_MANY_TEST_MAILS, NOT_LOGGED_IN. */
export async function sendTestMail(deps: Deps, { id }: Principal) {
  const { db, config } = deps
  const person = await db.selectFrom('sellers').select('email').where('id', '=', id).executeTakeFirst()
  if (!person) throw notLoggedIn()
  const { email } = person
  if (!(await deps.limits.allows('testMail', mailboxOf(email)))) throw tooManyTestMails()
  const post = openPost(config)
  try {
    await post.send(newId(), {
      from: { name: config.storeName, address: config.mailFrom },
      to: email,
      subject: `Test mail of ${config.storeName}`,
      text: `This is the test mail that was asked for at ${config.publicUrl}/seller/health.\nThat you read it says that mails of the shop arrive.\n`,
      date: deps.now(),
    })
  } catch (error) {
    throw mailNotSent({ why: error instanceof Error ? error.message.slice(0, 300) : String(error) })
  } finally {
    await post.close()
  }
  return { message: config.smtpUrl ? message('TEST_MAIL_SENT', { email }) : message('TEST_MAIL_WRITTEN', { email }) }
}
