import type { Config } from '#kernel/config.ts'
import type { Language } from '#shared/languages.ts'
import { mailAsHtml } from './mail-html.ts'
import { greetedName } from './mail-names.ts'
import { mailAsText } from './mail-text.ts'

export type Phrase = string | { strong: string }
export type Words = string | readonly Phrase[]

export interface Link {
  label: string
  to: string
}

export interface Piece {
  name: string
  maker?: string
  count: string
  sum: string
  picture?: string
}

/** A part below the button. `small`: an aside; `note`: what the reader should do; the last of `sums` is the total. */
export type MailBlock =
  | { text: Words }
  | { small: Words }
  | { note: Words }
  | { title?: string; lines: readonly string[] }
  | { links: readonly Link[] }
  | { pieces: readonly Piece[] }
  | { sums: readonly (readonly [string, string])[] }

export interface MailFile {
  name: string
  type: string
  content: string | Uint8Array
}

export interface MailContent {
  language?: Language
  subject: string
  heading: string
  text?: Words
  button?: Link
  blocks?: readonly MailBlock[]
  /** Why the reader gets it, as a whole sentence. */
  why: string
  unsubscribe?: string
  headers?: Record<string, string>
  /** Small ones: many mailboxes take no mail of more than 10 MB. */
  files?: readonly MailFile[]
}

/** What a kind of mail says in one language; its links and files are the same in all. */
export type MailWords = Pick<MailContent, 'subject' | 'heading' | 'text' | 'blocks' | 'why'>

export type WrittenMail = Pick<MailContent, 'subject' | 'headers' | 'files'> & { text: string; html: string }

export type MailShop = Pick<Config, 'storeName' | 'publicUrl' | 'supportEmail'>

export function withName(words: string, typed: string | undefined) {
  const name = typed === undefined ? undefined : greetedName(typed)
  return name ? `${words}, ${name}.` : `${words}.`
}

export const writeContent = (shop: MailShop, content: MailContent): WrittenMail => ({
  subject: oneLine(content.subject),
  text: mailAsText(shop, content),
  html: mailAsHtml(shop, content),
  ...(content.headers ? { headers: content.headers } : {}),
  ...(content.files ? { files: content.files } : {}),
})

/** A line break would start another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
