import { z } from 'zod'
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH } from './form-fields.ts'

/** Outer spaces are dropped; `name` stands in the sentence that a person reads. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `Enter ${name}` })
    .trim()
    .min(1, `Enter ${name}`)
    .max(max, `Use at most ${max} characters for ${name}`)

/** Characters that nobody sees: controls, directions, zero-width ones, the empty braille. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** Unseen characters but for joiners after a vowel sign or virama, or between letters. */
const unseenInName =
  /(?!(?<=\p{M})[\u200c\u200d]|(?<=\p{L})[\u200c\u200d](?=[\p{L}\p{M}]))[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** Typed text as one line that reads as it looks, in NFC. Unseen characters go, except joiners within a word, which Indian scripts need. */
export const visibleLine = (typed: string) =>
  typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(unseenInName, '')

export const personText = (name: string, max = MAX_LINE_LENGTH) =>
  z
    .string({ error: `Enter ${name}` })
    .overwrite(visibleLine)
    .trim()
    .min(1, `Enter ${name}`)
    .max(max, `Use at most ${max} characters for ${name}`)

/** Compared without case and outer spaces, in NFC. */
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

/** For comparing and searching: lower case, no accents, single spaces. */
export const foldText = (value: string) =>
  value
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

export const escapeHtml = (value: string) =>
  value
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;')
