import { z } from 'zod'
import { sharedFinding as finding } from './app-error.ts'
import { MAX_EMAIL_LENGTH, MAX_LINE_LENGTH } from './form-fields.ts'
import type { Message } from './messages.ts'

/** Outer spaces are dropped; `of` names the text in the sentence that a person reads. */
export const text = (of: Message, max: number) =>
  z
    .string({ error: finding('TEXT_MISSING', { of }) })
    .trim()
    .min(1, finding('TEXT_MISSING', { of }))
    .max(max, finding('TEXT_TOO_LONG', { of, max }))

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

export const personText = (of: Message, max = MAX_LINE_LENGTH) =>
  z
    .string({ error: finding('TEXT_MISSING', { of }) })
    .overwrite(visibleLine)
    .trim()
    .min(1, finding('TEXT_MISSING', { of }))
    .max(max, finding('TEXT_TOO_LONG', { of, max }))

/** Compared without case and outer spaces, in NFC. */
export const Email = z
  .string({ error: finding('EMAIL_MISSING') })
  .trim()
  .toLowerCase()
  .normalize('NFC')
  .min(1, finding('EMAIL_MISSING'))
  .max(MAX_EMAIL_LENGTH, finding('EMAIL_TOO_LONG'))
  .regex(/^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)*$/, finding('NO_EMAIL'))
  .refine((email) => !unseen.test(email), finding('EMAIL_UNSEEN'))

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
