import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { newId } from '#shared/ids.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import { lockFreeRows } from './db/engine.ts'
import { prepared } from './db/prepared.ts'
import type { MailTables } from './mail.tables.ts'
import { deleteForgottenFiles, emlFiles } from './mail-files.ts'

export interface Mail {
  to: string
  /** The shopper it is for: it goes when the account does. */
  accountId?: string
  subject: string
  text: string
  html: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
}

export interface Mailer {
  /** Sends what is due in a moment; call it after a commit that queued mail. */
  wake: () => void
  /** Sends everything that is due now. */
  deliverDue: () => Promise<void>
  stop: () => Promise<void>
}

const POLL_MS = 30 * SECOND_MS
/** After a wake: mails that are queued meanwhile go along, so that they are claimed and noted together. */
const GATHER_MS = SECOND_MS / 4
const SMTP_TIMEOUT_MS = 20 * SECOND_MS
const BATCH = 20
/** How long a process may take to send what it claimed. */
const LEASE_MS = 5 * MINUTE_MS
/** No mail is begun when less than this is left of the lease: another process could begin it too. */
const LONGEST_SEND_MS = 2 * MINUTE_MS
const MAX_BACK_OFF_MS = 60 * MINUTE_MS
/** With the longest pause between them: five days. Then the address is taken to be wrong. */
const MAX_ATTEMPTS = 120
/** Sent mails are kept this long, to see what went out. */
const SENT_LIFETIME_MS = 30 * DAY_MS

const insertMail = prepared((db, mail: MailTables['outbox']) => db.insertInto('outbox').values(mail))

/** Queues a mail in the transaction of what it tells of: both are kept or neither is. */
export async function queueMail(db: Db, mail: Mail, now: Date) {
  await insertMail(db, { ...rowOf(mail, now), account_id: mail.accountId ?? null, recipient: mail.to })
}

const rowOf = (mail: AccountMail, now: Date) => ({
  id: newId(),
  subject: oneLine(mail.subject),
  text_body: mail.text,
  html_body: mail.html,
  headers: mail.headers ? JSON.stringify(mail.headers) : null,
  created_at: now.getTime(),
  attempts: 0,
  due_at: now.getTime(),
  sent_at: null,
  last_error: null,
})

/** A mail for an account; where it goes is read when it is queued. */
export type AccountMail = Omit<Mail, 'to' | 'accountId'>

/** From the account's row, so that one statement finds the address and queues the mail. */
const insertMailToAccount = prepared((db, mail: Omit<MailTables['outbox'], 'recipient'> & { account_id: string }) => {
  const { account_id, ...others } = mail
  const columns = Object.entries(others)
  return db
    .insertInto('outbox')
    .columns(['account_id', 'recipient', ...columns.map(([name]) => name as keyof typeof others)])
    .expression(
      db
        .selectFrom('users')
        .select(['users.id', 'users.email'])
        .select((row) => columns.map(([name, value]) => row.val(value).as(name)))
        .where('users.id', '=', account_id),
    )
})

/** Queues a mail to the address that the account has now, and to no other. Nothing where the account is deleted. */
export async function queueMailToAccount(db: Db, accountId: string, mail: AccountMail, now: Date) {
  await insertMailToAccount(db, { ...rowOf(mail, now), account_id: accountId })
}

/** Takes what went to this address out of the outbox. */
export async function forgetSentMails(db: Db, recipient: string) {
  await db.deleteFrom('outbox').where('recipient', '=', recipient).where('sent_at', 'is not', null).execute()
}

/** Takes mails out of the outbox that were sent long ago, or given up, with their files. */
export async function deleteOldMails({
  db,
  now,
  config,
}: {
  db: Db
  now: () => Date
  config: Pick<Config, 'dataDir'>
}) {
  const before = now().getTime() - SENT_LIFETIME_MS
  await db
    .deleteFrom('outbox')
    .where((mail) => mail.or([mail('sent_at', 'is not', null), mail('attempts', '>=', MAX_ATTEMPTS)]))
    .where('created_at', '<', before)
    .execute()
  await deleteForgottenFiles({ db, config })
}

/** How many mails wait to be sent, since when the oldest does, and how many were given up. */
export async function stateOfOutbox(db: Db) {
  const unsent = db
    .selectFrom('outbox')
    .where('sent_at', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.min('created_at').as('oldest')])
  const [waiting, givenUp] = await Promise.all([
    unsent.where('attempts', '<', MAX_ATTEMPTS).executeTakeFirstOrThrow(),
    unsent.where('attempts', '>=', MAX_ATTEMPTS).executeTakeFirstOrThrow(),
  ])
  return { waiting: waiting.mails, oldest: waiting.oldest, givenUp: givenUp.mails }
}

/** A header is one line, whatever was typed. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

type Send = (id: string, message: SendMailOptions) => Promise<void>

interface Post {
  send: Send
  /** Does it do no harm to send a mail twice? Then a batch is noted as sent in one go. */
  isRepeatable: boolean
}

/** Hands each mail to an SMTP server. The address may carry nodemailer's options, such as ?pool=true. */
function smtp(url: string): Send {
  const address = new URL(url)
  for (const timeout of ['connectionTimeout', 'greetingTimeout', 'socketTimeout']) {
    if (!address.searchParams.has(timeout)) address.searchParams.set(timeout, String(SMTP_TIMEOUT_MS))
  }
  let transport: Transporter | undefined
  return async (_, message) => {
    // Loaded with the first mail: it is large, and a start need not wait for it.
    transport ??= (await import('nodemailer')).default.createTransport(address.href)
    await transport.sendMail(message)
  }
}

/** Sends the outbox: at once after `wake`, else every 30 s; a mail that fails is tried again later and later. */
export function startMailer(
  db: Db,
  config: Pick<Config, 'dataDir' | 'smtpUrl' | 'mailFrom' | 'storeName' | 'publicUrl'>,
  log: FastifyBaseLogger,
  now: () => Date,
): Mailer {
  const { send, isRepeatable }: Post = config.smtpUrl
    ? { send: smtp(config.smtpUrl), isRepeatable: false }
    : { send: emlFiles(config), isRepeatable: true }
  const domain = new URL(config.publicUrl).hostname
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  /** Takes due mails for a while, so that no other process sends them too. Should this one die, they are due again. */
  function claim() {
    const at = now().getTime()
    return db.transaction().execute(async (tx) => {
      const unsent = tx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('due_at', '<=', at)
        .where('attempts', '<', MAX_ATTEMPTS)
      const due = await lockFreeRows(tx, unsent.orderBy('due_at').limit(BATCH)).execute()
      if (due.length > 0) {
        const ids = due.map((row) => row.id)
        await tx
          .updateTable('outbox')
          .set({ due_at: at + LEASE_MS })
          .where('id', 'in', ids)
          .execute()
      }
      return due
    })
  }

  /** What was claimed and not begun is due again. */
  async function giveBack(rows: readonly { id: string }[]) {
    const ids = rows.map((row) => row.id)
    await db.updateTable('outbox').set({ due_at: now().getTime() }).where('id', 'in', ids).execute()
  }

  async function noteSent(ids: readonly string[]) {
    if (ids.length === 0) return
    await db
      .updateTable('outbox')
      .set((mail) => ({ sent_at: now().getTime(), attempts: mail('attempts', '+', 1), last_error: null }))
      .where('id', 'in', ids)
      .execute()
  }

  async function noteFailed({ id, attempts }: { id: string; attempts: number }, error: Error) {
    const isLast = attempts + 1 >= MAX_ATTEMPTS
    log.warn({ mail: id, err: error }, `mail could not be sent and ${isLast ? 'is given up' : 'will be tried again'}`)
    const backOff = Math.min(MAX_BACK_OFF_MS, 2 ** attempts * 10 * SECOND_MS)
    await db
      .updateTable('outbox')
      .set({ attempts: attempts + 1, due_at: now().getTime() + backOff, last_error: error.message.slice(0, 500) })
      .where('id', '=', id)
      .execute()
  }

  async function deliverBatch() {
    const sent: string[] = []
    const leaseEnd = now().getTime() + LEASE_MS
    const due = await claim()
    for (const [at, row] of due.entries()) {
      if (stopped || now().getTime() > leaseEnd - LONGEST_SEND_MS) {
        await giveBack(due.slice(at))
        break
      }
      const message = {
        from: { name: config.storeName, address: config.mailFrom },
        to: row.recipient,
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        ...(row.headers ? { headers: JSON.parse(row.headers) } : {}),
        date: new Date(row.created_at),
        messageId: `<${row.id}@${domain}>`,
      }
      const error = await send(row.id, message).catch((reason: Error) => reason)
      if (error) await noteFailed(row, error)
      else if (isRepeatable) sent.push(row.id)
      else await noteSent([row.id])
    }
    await noteSent(sent)
    return due.length
  }

  async function deliverDue() {
    while (!stopped && (await deliverBatch()) === BATCH);
  }
  const run = () => {
    running = running
      .then(() => (stopped ? undefined : deliverDue()))
      .catch((error) => log.error({ err: error }, 'the outbox could not be read'))
    return running
  }
  const timer = setInterval(run, POLL_MS)
  timer.unref()
  let gathering: NodeJS.Timeout | undefined
  function wake() {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void run()
    }, GATHER_MS).unref()
  }

  return {
    wake,
    deliverDue: run,
    async stop() {
      clearInterval(timer)
      clearTimeout(gathering)
      stopped = true
      await running
    },
  }
}
