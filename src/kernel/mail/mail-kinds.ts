import { z } from 'zod'
import type { OwnDeps } from '#kernel/deps.ts'
import { type Language, languages } from '#shared/languages.ts'
import { type MailContent, type WrittenMail, writeContent } from './mail-template.ts'

export type MailDeps = Pick<OwnDeps, 'db' | 'config' | 'storage' | 'now'>

/** Mails that a version before has kept name none. */
const OfReader = z.object({ language: z.enum(languages).catch('en') })

export interface KeptMail {
  kind: string
  data: string
  isUrgent: boolean
}

export interface MailKind {
  name: string
  write: (deps: MailDeps, data: string) => Promise<MailContent>
}

/**
 * `of` keeps what the mail says, and the reader's language where its kind has words in several. `shape` may be sent days later by another version: it holds all that must stay (names, prices), or ids of rows that do not change.
 */
export const mailKind = <Shape extends z.ZodType>(
  name: string,
  shape: Shape,
  write: (deps: MailDeps, data: z.output<Shape>, language: Language) => MailContent | Promise<MailContent>,
  { isUrgent = false } = {},
) => ({
  name,
  async write(deps: MailDeps, kept: string): Promise<MailContent> {
    const data: unknown = JSON.parse(kept)
    const { language } = OfReader.parse(data)
    return { ...(await write(deps, shape.parse(data), language)), language }
  },
  of: (data: z.input<Shape>, language: Language = 'en'): KeptMail => ({
    kind: name,
    data: JSON.stringify(language === 'en' ? data : Object.assign({ language }, data)),
    isUrgent,
  }),
})

export interface MailToWrite {
  kind: string | null
  data: string | null
  subject: string
  text_body: string
  html_body: string
  headers: string | null
}

/** Throws for an unknown kind, which a newer version may have queued. */
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
