import type { SendMailOptions, Transporter } from 'nodemailer'
import { SECOND_MS } from '#shared/time.ts'

/** Mails that are handed over at the same time, each by a connection of its own. */
export const SENT_AT_ONCE = 5
const TIMEOUT_MS = 20 * SECOND_MS

/** The address of the mail server, with what is to be so unless the settings say otherwise: nodemailer's own options. */
function withDefaults(url: string) {
  const address = new URL(url)
  const defaults = {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    pool: true,
    maxConnections: SENT_AT_ONCE,
  }
  for (const [name, value] of Object.entries(defaults))
    if (!address.searchParams.has(name)) address.searchParams.set(name, String(value))
  return address.href
}

/** Hands mails to an SMTP server by connections that are kept for the next ones, until `close`; the next mail opens new ones. */
export function smtp(url: string) {
  const address = withDefaults(url)
  let transport: Promise<Transporter> | undefined
  return {
    async send(_: string, message: SendMailOptions) {
      // Loaded with the first mail: it is large, and a start need not wait for it.
      transport ??= import('nodemailer').then((nodemailer) => nodemailer.default.createTransport(address))
      // Quoted-printable is worked out byte by byte and costs as much as all else of a mail.
      await (await transport).sendMail({ ...message, textEncoding: 'base64' })
    },
    async close() {
      const open = transport
      transport = undefined
      ;(await open)?.close()
    },
  }
}

/**
 * Did the server refuse this mail for good? It says so with a 5xx to the receiver or to the text. One to our login or our sender
 * is about the settings, not about the mail: after those are put right it can be sent.
 */
export function isFinalRefusal(error: Error) {
  const { permanent, command } = error as Error & { permanent?: unknown; command?: unknown }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
