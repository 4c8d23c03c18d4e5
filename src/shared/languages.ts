import { localeOf } from './locales.ts'
import type { Word } from './messages.ts'

export const languages = ['en', 'hi'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/** As its readers call it. */
export const ownNames: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' }

/** For `lang` in a page and a mail. */
export const langOf: Readonly<Record<Language, string>> = { en: 'en-IN', hi: 'hi-IN' }

/** The pages that stand under /hi, too: up to the query. */
const pagesInHindi = /^\/(producerform|application\/[^/?#]+)([?#]|$)/

const PREFIX = /^\/hi(?=[/?]|$)/

/** Of the page at this path; what has one address in all languages is English here. */
export const languageOfPath = (path: string): Language => (PREFIX.test(path) ? 'hi' : 'en')

/** A link to a page, given by its English path, in a language; to the English page where there is none in it. */
export const pathIn = (language: Language, path: string) =>
  language === 'hi' && pagesInHindi.test(path) ? `/hi${path}` : path

/** The same page in English. */
export const englishPath = (path: string) => path.replace(PREFIX, '') || '/'

/** Words in another language: the same texts, and functions that take the same values. One that is missing does not compile. */
export type SameWords<W> = W extends string
  ? string
  : W extends (...values: infer Values) => infer Said
    ? (...values: Values) => Said extends string ? string : Said
    : { readonly [Name in keyof W]: SameWords<W[Name]> }

/** Words for people who read Hindi, of a file that has words for the office, too: a code without is said in English. */
export type SomeWords<W> = Partial<SameWords<W>>

/** Puts messages into the words of a language. */
export type WordIn = (language: Language) => Word

const rules = new Map<Language, Intl.PluralRules>()

/** `plural('hi', 1, { one: '1 बचा', other: '1 बचे' })`. In Hindi 0 is `one`, too. */
export function plural(language: Language, count: number, forms: { one: string; other: string }) {
  const known = rules.get(language) ?? new Intl.PluralRules(localeOf[language])
  rules.set(language, known)
  return known.select(count) === 'one' ? forms.one : forms.other
}
