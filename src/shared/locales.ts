import type { Language } from './languages.ts'

// Every page loads these; languages.ts has what only some need.

/** For Intl: Latin digits in each. */
export const localeOf: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN-u-nu-latn' }

/** Of a request: the language in which the answer's message is worded. Without it English, or the language of the person whose session it is. */
export const LANGUAGE_HEADER = 'haat-language'
