import type { SendMailOptions, Transporter } from 'nodemailer'
import { SECOND_MS } from '#shared/time.ts'

export const SENT_AT_ONCE = 5
const TIMEOUT_MS = 20 * SECOND_MS

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

/** Hands mails to an SMTP server. Connections stay open until `close`; the next mail opens new ones. */
export function smtp(url: string) {
  const address = withDefaults(url)
  let transport: Promise<Transporter> | undefined
  return {
    async send(_: string, message: SendMailOptions) {
      transport ??= import('nodemailer').then((nodemailer) => nodemailer.default.createTransport(address))
      // Quoted-printable is worked out byte by byte and costs as much as the rest of a mail.
      await (await transport).sendMail({ ...message, textEncoding: 'base64' })
    },
    async close() {
      const open = transport
      transport = undefined
      ;(await open)?.close()
    },
  }
}

/** Did the server refuse the receiver or the text with a 5xx? One to our login or sender is about settings, so the mail is tried again. */
export function isFinalRefusal(error: Error) {
  const { permanent, command } = error as Error & { permanent?: unknown; command?: unknown }
  return permanent === true && (command === 'RCPT TO' || command === 'DATA')
}
