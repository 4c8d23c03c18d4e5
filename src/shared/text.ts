import { z } from 'zod'

/** Text with a length limit, outer spaces dropped; `name` stands in the sentence a person reads. */
export const text = (name: string, max: number) =>
  z
    .string({ error: `Enter ${name}` })
    .trim()
    .min(1, `Enter ${name}`)
    .max(max, `Use at most ${max} characters for ${name}`)

/** An e-mail address, compared without case and outer spaces. */
export const Email = z
  .string({ error: 'Enter your email address' })
  .trim()
  .toLowerCase()
  .min(1, 'Enter your email address')
  .max(254, 'That email address is too long')
  .regex(
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\.]+(\.[^\s@<>"(),:;[\]\\.]+)*$/,
    'Enter an email address like name@example.com',
  )

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
