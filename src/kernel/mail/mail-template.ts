import type { Config } from '#kernel/config.ts'
import { escapeHtml } from '#shared/text.ts'
import type { AccountMail, Mail } from './mail.ts'
import { greetedName } from './mail-names.ts'

/** One piece of a mail: a paragraph, lines that stand together, a table of two columns, or a link on a line of its own. */
export type MailBlock =
  | string
  | { lines: readonly string[] }
  | { rows: readonly (readonly [string, string])[] }
  | { link: string; to: string }

interface MailContent {
  subject: string
  /** The person's name, or nothing for a greeting without one. */
  name?: string
  blocks: readonly MailBlock[]
  headers?: Record<string, string>
  /** Somebody is waiting for it. */
  isUrgent?: boolean
}

type Shop = Pick<Config, 'storeName' | 'publicUrl' | 'supportEmail'>

const blockAsHtml = (block: MailBlock) => {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`
  if ('lines' in block) return `<p>${block.lines.map(escapeHtml).join('<br>')}</p>`
  if ('link' in block)
    return `<p><a href="${escapeHtml(block.to)}" style="color:#233180">${escapeHtml(block.link)}</a></p>`
  const cell = 'padding:4px 0;vertical-align:top'
  const rows = block.rows.map(
    ([left, right]) =>
      `<tr><td style="${cell}">${escapeHtml(left)}</td><td align="right" style="${cell};white-space:nowrap">${escapeHtml(right)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`
}

const blockAsText = (block: MailBlock) => {
  if (typeof block === 'string') return block
  if ('lines' in block) return block.lines.join('\n')
  if ('link' in block) return `${block.link}: ${block.to}`
  return block.rows.map(([left, right]) => `${left}: ${right}`).join('\n')
}

const htmlFrame = (shop: Shop, body: string) => `<!doctype html>
<html lang="en-IN"><body style="margin:0;background:#f4f4f0">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" style="max-width:560px;width:100%;background:#ffffff;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#16151b">
<tr><td style="padding:24px 24px 8px;font-family:Georgia,serif;font-size:26px"><a href="${escapeHtml(shop.publicUrl)}" style="color:#16151b;text-decoration:none">${escapeHtml(shop.storeName)}</a></td></tr>
<tr><td style="padding:8px 24px 28px">${body}</td></tr>
</table></td></tr></table></body></html>`

/** A mail to an address: the same content as HTML that every mail client can show, and as plain text. */
export const writeMail = (
  shop: Shop,
  { to, accountId, ...content }: MailContent & Pick<Mail, 'to' | 'accountId'>,
): Mail => ({
  to,
  ...(accountId === undefined ? {} : { accountId }),
  ...writeContent(shop, content),
})

/** A mail whose address is the account's, found when it is queued. */
export function writeContent(shop: Shop, { subject, name, blocks, ...others }: MailContent): AccountMail {
  const greeted = name === undefined ? undefined : greetedName(name)
  const greeting = greeted ? `Dear ${greeted},` : 'Namaste,'
  const all: MailBlock[] = [greeting, ...blocks, `Questions? Write to ${shop.supportEmail}.`]
  return {
    subject,
    text: all.map(blockAsText).join('\n\n'),
    html: htmlFrame(shop, all.map(blockAsHtml).join('\n')),
    ...others,
  }
}
