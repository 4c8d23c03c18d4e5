import type { z } from 'zod'
import type { OwnDeps } from '#kernel/deps.ts'
import { type MailContent, type WrittenMail, writeContent } from './mail-template.ts'

/** What is there when a mail is written. */
export type MailDeps = Pick<OwnDeps, 'db' | 'config'>

/** What the outbox keeps of a mail. */
export interface KeptMail {
  kind: string
  /** JSON. */
  data: string
  isUrgent: boolean
}

export interface MailKind {
  name: string
  /** Writes a mail of this kind from what was kept. Throws where that cannot be read. */
  write: (deps: MailDeps, data: string) => Promise<MailContent>
}

/**
 * One kind of mail. `shape` is what the outbox keeps for it until it is sent, which may be days later and by another version of the
 * shop: all that must be said as it was when it was queued (names, prices, dates), or ids of rows that do not change. Only
 * settings are as they are when it is sent. `isUrgent`: somebody is waiting for it, so it is sent before others.
 */
export const mailKind = <Shape extends z.ZodType>(
  name: string,
  shape: Shape,
  write: (deps: MailDeps, data: z.output<Shape>) => MailContent | Promise<MailContent>,
  { isUrgent = false } = {},
) => ({
  name,
  write: async (deps: MailDeps, data: string) => write(deps, shape.parse(JSON.parse(data))),
  /** A mail of this kind, to be queued. */
  of: (data: z.input<Shape>): KeptMail => ({ kind: name, data: JSON.stringify(data), isUrgent }),
})

/** What a mail that waits is written from: its kind and data, or, where an older version queued it, all of it. */
export interface MailToWrite {
  kind: string | null
  data: string | null
  subject: string
  text_body: string
  html_body: string
  headers: string | null
}

/** Writes mails of these kinds. Throws for one of a kind that is not known: a newer version may have queued it. */
export function mailWriter(deps: MailDeps, kinds: readonly MailKind[]) {
  const known = new Map(kinds.map((kind) => [kind.name, kind]))
  return async (mail: MailToWrite): Promise<WrittenMail> => {
    if (mail.kind === null) {
      const { subject, text_body: text, html_body: html, headers } = mail
      return { subject, text, html, ...(headers === null ? {} : { headers: JSON.parse(headers) }) }
    }
    const kind = known.get(mail.kind)
    if (!kind) throw new Error(`this version of the shop has no mail of the kind “${mail.kind}”`)
    return writeContent(deps.config, await kind.write(deps, mail.data ?? ''))
  }
}
