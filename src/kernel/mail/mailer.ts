import type { Selectable } from 'kysely'
import type { Job } from '#kernel/background.ts'
import { lockFreeRows } from '#kernel/db/engine.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { MailTables } from './mail.tables.ts'
import { emlFiles } from './mail-files.ts'
import { isFinalRefusal, SENT_AT_ONCE, smtp } from './smtp.ts'

type Row = Selectable<MailTables['outbox']>

const POLL_MS = 30 * SECOND_MS
/** After a wake: mails that are queued meanwhile go along, so that they are claimed and noted together. */
const GATHER_MS = SECOND_MS / 4
/** Written as files, so many are taken and noted together. */
const FILES_AT_ONCE = 20
/** How long a process may be silent about what it claimed; while it sends it says so more often. */
const LEASE_MS = 5 * MINUTE_MS
const MAX_BACK_OFF_MS = 60 * MINUTE_MS
/** Tries; with growing pauses they take five days. Then the address is taken to be wrong. */
const MAX_ATTEMPTS = 120

/**
 * Sends the outbox: soon after something was queued, else every 30 s. Several mails are under way at a time, urgent ones are begun first. One
 * that fails is tried again later and later; one that the server refuses for good is not.
 */
export function mailJobs({ db, config, log, now }: Pick<OwnDeps, 'db' | 'config' | 'log' | 'now'>): Job[] {
  const post = config.smtpUrl
    ? { ...smtp(config.smtpUrl), atOnce: SENT_AT_ONCE }
    : { ...emlFiles(config), atOnce: FILES_AT_ONCE }
  const domain = new URL(config.publicUrl).hostname
  const underWay = new Map<string, Promise<void>>()
  /** Sent, and not yet noted as such: they are never sent again. */
  const sent = new Set<string>()

  /** Takes due mails for a while, so that no other process sends them too. Should this one die, they are due again. */
  function claim(atMost: number) {
    const at = now().getTime()
    return db.transaction().execute(async (tx) => {
      const unsent = tx
        .selectFrom('outbox')
        .selectAll()
        .where('sent_at', 'is', null)
        .where('given_up_at', 'is', null)
        .where('held', '=', 0)
        .where('due_at', '<=', at)
      const due = await lockFreeRows(tx, unsent.orderBy('priority').orderBy('due_at').limit(atMost)).execute()
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

  /** Renews the claim on mails that take long to send, and on those whose sending could not be recorded. */
  async function keepClaims() {
    const ids = [...underWay.keys(), ...sent]
    if (ids.length === 0) return
    await db
      .updateTable('outbox')
      .set({ due_at: now().getTime() + LEASE_MS })
      .where('id', 'in', ids)
      .where('sent_at', 'is', null)
      .execute()
  }

  async function noteSent() {
    const ids = [...sent]
    if (ids.length === 0) return
    await db
      .updateTable('outbox')
      .set((mail) => ({ sent_at: now().getTime(), attempts: mail('attempts', '+', 1), last_error: null }))
      .where('id', 'in', ids)
      .where('sent_at', 'is', null)
      .execute()
    for (const id of ids) sent.delete(id)
  }

  async function noteFailed({ id, attempts }: Row, error: Error) {
    const at = now().getTime()
    const isFinal = attempts + 1 >= MAX_ATTEMPTS || isFinalRefusal(error)
    log.warn({ mail: id, err: error }, `mail could not be sent and ${isFinal ? 'is given up' : 'will be tried again'}`)
    const backOff = Math.min(MAX_BACK_OFF_MS, 2 ** attempts * 10 * SECOND_MS)
    await db
      .updateTable('outbox')
      .set({ attempts: attempts + 1, due_at: at + backOff, last_error: error.message.slice(0, 500) })
      .$if(isFinal, (update) => update.set({ given_up_at: at }))
      .where('id', '=', id)
      .execute()
  }

  async function send(row: Row) {
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
    const error = await post.send(row.id, message).catch((reason: Error) => reason)
    if (error) return noteFailed(row, error)
    sent.add(row.id)
    // A mail that is handed over twice arrives twice, so it is recorded before anything else. (A file written twice is one file.)
    if (config.smtpUrl) await noteSent()
  }

  function begin(row: Row) {
    const work = send(row)
      .catch((error) => log.error({ err: error, mail: row.id }, 'what became of a mail could not be noted'))
      .finally(() => underWay.delete(row.id))
    underWay.set(row.id, work)
  }

  async function deliverDue(isStopping: () => boolean) {
    await noteSent()
    try {
      for (;;) {
        const due = isStopping() ? [] : await claim(post.atOnce - underWay.size)
        for (const row of due) if (!sent.has(row.id)) begin(row)
        if (underWay.size === 0) return
        if (config.smtpUrl) await Promise.race(underWay.values())
        else await Promise.all(underWay.values())
        if (!config.smtpUrl) await noteSent()
      }
    } finally {
      // Connections are kept no longer than there is something to send: servers end idle ones when it suits them.
      await Promise.all(underWay.values())
      await post.close()
    }
  }
  return [
    { name: 'mails', everyMs: POLL_MS, first: 'listening', gatherMs: GATHER_MS, work: deliverDue },
    { name: 'claims of mails under way', everyMs: LEASE_MS / 5, work: keepClaims },
  ]
}
