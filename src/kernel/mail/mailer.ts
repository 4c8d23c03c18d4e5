import type { SendMailOptions } from 'nodemailer'
import type { Job } from '#kernel/background.ts'
import type { Config } from '#kernel/config.ts'
import type { OwnDeps } from '#kernel/deps.ts'
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import { MAILS } from './mail.ts'
import { emlFiles } from './mail-files.ts'
import { type MailDeps, type MailKind, mailWriter } from './mail-kinds.ts'
import { claimMails, type MailInHand, noteMailsSent, takeOverMails, tryFrom } from './mail-queue.ts'
import { isFinalRefusal, SENT_AT_ONCE, smtp } from './smtp.ts'

const POLL_MS = 30 * SECOND_MS
const GATHER_MS = SECOND_MS / 4
const FILES_AT_ONCE = 20
/** A claim ends after so long; a process that still sends renews it. */
const LEASE_MS = 5 * MINUTE_MS
const MAX_BACK_OFF_MS = 60 * MINUTE_MS
/** With growing pauses these tries take five days. Then the address is taken to be wrong. */
const MAX_ATTEMPTS = 120

/** To the mail server, or into files where none is set. */
export const openPost = (config: Pick<Config, 'smtpUrl' | 'dataDir'>) =>
  config.smtpUrl ? { ...smtp(config.smtpUrl), atOnce: SENT_AT_ONCE } : { ...emlFiles(config), atOnce: FILES_AT_ONCE }

interface Ready {
  mail: MailInHand
  message: Promise<SendMailOptions>
}

/** Sends the outbox: soon after a mail was queued, else every 30 s. Failures are tried again later and later, final refusals are not. */
export function mailJobs(deps: MailDeps & Pick<OwnDeps, 'log'>, kinds: readonly MailKind[]): Job[] {
  const { db, config, log, now } = deps
  const write = mailWriter(deps, kinds)
  const post = openPost(config)
  const domain = new URL(config.publicUrl).hostname
  const underWay = new Map<string, Promise<void>>()
  /** Sent and not yet noted: these are never sent again. */
  const sent = new Set<string>()
  let ready: Ready[] = []
  let tookOverAt = 0

  async function keepClaims() {
    const ids = [...underWay.keys(), ...sent, ...ready.map(({ mail }) => mail.id)]
    if (ids.length > 0) await tryFrom(db, ids, new Date(now().getTime() + LEASE_MS))
  }

  async function noteAllSent() {
    const ids = [...sent]
    if (ids.length === 0) return
    await noteMailsSent(db, ids, now())
    for (const id of ids) sent.delete(id)
  }

  let noting = Promise.resolve()
  let nextNote: Promise<void> | undefined
  function noteSent() {
    nextNote ??= noting
      .catch(() => {})
      .then(() => {
        nextNote = undefined
        noting = noteAllSent()
        return noting
      })
    return nextNote
  }

  async function noteFailed({ id, attempts }: MailInHand, error: Error) {
    const at = now().getTime()
    const isFinal = attempts + 1 >= MAX_ATTEMPTS || isFinalRefusal(error)
    log.warn({ mail: id, err: error }, `mail could not be sent and ${isFinal ? 'is given up' : 'will be tried again'}`)
    const backOff = Math.min(MAX_BACK_OFF_MS, 2 ** attempts * 10 * SECOND_MS)
    await db
      .updateTable('outbox')
      .set({ attempts: attempts + 1, try_at: at + backOff, last_error: error.message.slice(0, 500) })
      .$if(isFinal, (update) => update.set({ given_up_at: at }))
      .where('id', '=', id)
      .execute()
  }

  async function compose(mail: MailInHand): Promise<SendMailOptions> {
    const { files = [], ...written } = await write(mail)
    return {
      from: { name: config.storeName, address: config.mailFrom },
      to: mail.recipient,
      ...written,
      attachments: files.map(({ name, type, content }) => ({
        filename: name,
        contentType: type,
        content: typeof content === 'string' ? content : Buffer.from(content),
      })),
      date: new Date(mail.created_at),
      messageId: `<${mail.id}@${domain}>`,
    }
  }

  /** Takes as many as can be under way. All are written at once, so that their orders are one look-up. */
  async function takeDue() {
    const due = await claimMails(db, post.atOnce, now(), LEASE_MS)
    ready = due
      .filter(({ id }) => !sent.has(id))
      .map((mail) => {
        const message = compose(mail)
        message.catch(() => {})
        return { mail, message }
      })
    return due.length < post.atOnce
  }

  async function send({ mail, message }: Ready) {
    const error = await message.then((whole) => post.send(mail.id, whole)).catch((reason: Error) => reason)
    if (error) return noteFailed(mail, error)
    sent.add(mail.id)
    // A mail handed over twice arrives twice, so this is noted at once; a file written twice is one file.
    if (config.smtpUrl) await noteSent()
  }

  function begin(next: Ready) {
    const { id } = next.mail
    const work = send(next)
      .catch((error) => log.error({ err: error, mail: id }, 'what became of a mail could not be noted'))
      .finally(() => underWay.delete(id))
    underWay.set(id, work)
  }

  async function takeOver() {
    const at = now().getTime()
    if (at - tookOverAt < POLL_MS) return
    await takeOverMails(db, now())
    tookOverAt = at
  }

  async function giveBack() {
    const ids = ready.map(({ mail }) => mail.id)
    ready = []
    if (ids.length > 0) await tryFrom(db, ids, now())
  }

  async function deliverDue(isStopping: () => boolean) {
    await noteSent()
    await takeOver()
    let isLast = false
    try {
      while (!isStopping()) {
        // Only when a place is free: an urgent mail then waits for the taken ones and no others.
        if (ready.length === 0 && !isLast) isLast = await takeDue()
        for (const next of ready.splice(0, post.atOnce - underWay.size)) begin(next)
        if (underWay.size === 0) return
        if (config.smtpUrl) await Promise.race(underWay.values())
        else await Promise.all(underWay.values())
        if (!config.smtpUrl) await noteSent()
      }
    } finally {
      // Connections end with the last mail: servers end idle ones at any moment.
      await Promise.all([giveBack(), ...underWay.values()]).finally(post.close)
    }
  }
  return [
    { name: MAILS, everyMs: POLL_MS, first: 'listening', gatherMs: GATHER_MS, work: deliverDue },
    { name: 'claims of mails under way', everyMs: LEASE_MS / 5, work: keepClaims },
  ]
}
