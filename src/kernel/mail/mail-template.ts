import type { Config } from '#kernel/config.ts'
import { mailAsHtml } from './mail-html.ts'
import { greetedName } from './mail-names.ts'
import { mailAsText } from './mail-text.ts'

/** What is `strong` stands out where that can be shown. */
export type Phrase = string | { strong: string }
export type Words = string | readonly Phrase[]

export interface Link {
  label: string
  to: string
}

/** What was bought of one product. */
export interface Piece {
  name: string
  maker?: string
  /** How many, and what each costs. */
  count: string
  sum: string
  /** Absolute address of a square picture. */
  picture?: string
}

/**
 * A part of a mail below its button: a paragraph, what is said in passing, what the reader is to do, lines or links that stand together,
 * what was bought, and sums, of which the last is the total.
 */
export type MailBlock =
  | { text: Words }
  | { small: Words }
  | { note: Words }
  | { title?: string; lines: readonly string[] }
  | { links: readonly Link[] }
  | { pieces: readonly Piece[] }
  | { sums: readonly (readonly [string, string])[] }

/** A file that goes with a mail. */
export interface MailFile {
  name: string
  /** Its content type. */
  type: string
  content: string | Uint8Array
}

export interface MailContent {
  subject: string
  /** What the mail is about at a glance. */
  heading: string
  /** What has happened, in a sentence. */
  text?: Words
  /** The one thing that the reader can do. */
  button?: Link
  blocks?: readonly MailBlock[]
  /** Why the reader gets it, as a whole sentence. */
  why: string
  /** Where a reader who wants no more such mails goes. */
  unsubscribe?: string
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>
  /** Small ones: many mailboxes take no mail of more than 10 MB. */
  files?: readonly MailFile[]
}

/** A mail as it is sent. */
export type WrittenMail = Pick<MailContent, 'subject' | 'headers' | 'files'> & { text: string; html: string }

export type MailShop = Pick<Config, 'storeName' | 'publicUrl' | 'supportEmail'>

/** "Thank you, Ananya."; without the name where what was typed is none. */
export function withName(words: string, typed: string | undefined) {
  const name = typed === undefined ? undefined : greetedName(typed)
  return name ? `${words}, ${name}.` : `${words}.`
}

/** The same content as HTML that every mail client can show, and as plain text. */
export const writeContent = (shop: MailShop, content: MailContent): WrittenMail => ({
  subject: oneLine(content.subject),
  text: mailAsText(shop, content),
  html: mailAsHtml(shop, content),
  ...(content.headers ? { headers: content.headers } : {}),
  ...(content.files ? { files: content.files } : {}),
})

/** One line, whatever was typed: a line break would start another header. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')
