import { z } from 'zod'
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH } from './form-fields.ts'

/** Text with a length limit, outer spaces dropped; `name` stands in the sentence a person reads. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `Enter ${name}` })
    .trim()
    .min(1, `Enter ${name}`)
    .max(max, `Use at most ${max} characters for ${name}`)

/** Characters that nobody sees, and that change how others are read: controls, directions, zero-width ones, the empty braille. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** The same, save a joiner after a vowel sign or virama, or between letters. */
const unseenInName =
  /(?!(?<=\p{M})[\u200c\u200d]|(?<=\p{L})[\u200c\u200d](?=[\p{L}\p{M}]))[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/**
 * What somebody typed, as one line that reads as it looks, in NFC. Line breaks and tabs become spaces; marks of direction and
 * zero-width characters go, save the joiners within a word, which scripts of India need.
 */
export const visibleLine = (typed: string) =>
  typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(unseenInName, '')

/** A line of text about a person or a place, with a length limit; `name` stands in the sentence a person reads. */
export const personText = (name: string, max = MAX_LINE_LENGTH) =>
  z
    .string({ error: `Enter ${name}` })
    .overwrite(visibleLine)
    .trim()
    .min(1, `Enter ${name}`)
    .max(max, `Use at most ${max} characters for ${name}`)

/** An e-mail address, compared without case and outer spaces, in NFC. */
export const Email = z
  .string({ error: 'Enter your email address' })
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .min(1, 'Enter your email address')
  .max(MAX_EMAIL_LENGTH, 'That email address is too long')
  .regex(
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)*$/,
    'Enter an email address like name@example.com',
  )
  .refine((email) => !unseen.test(email), 'That email address has characters that cannot be seen. Type it by hand')

/** For comparing and searching: lower case, without accents, single spaces. */
export const foldText = (value: string) =>
  value
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** Text as HTML that shows it: in mails and in the few pages that React does not make. */
export const escapeHtml = (value: string) =>
  value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
