import type { Language, WordIn } from './languages.ts'

/** What is said to a person, not in words yet: the sentence stands under the code in the words file of its feature. */
export interface Message {
  readonly code: string
  readonly values?: unknown
}

/** The sentences of one feature in one language, by code. One with values is a function of them, and of `word` for messages among them. */
export type Words = Readonly<Record<string, string | ((values: never, word: Word) => string)>>

/** Puts a message into words. */
export type Word = (message: Message) => string

/** Takes sentences from these words; a code that they lack is shown as it is. */
export function wordedBy(words: Words): Word {
  const word: Word = ({ code, values }) => {
    const sentence: unknown = Object.hasOwn(words, code) ? words[code] : code
    return typeof sentence === 'function' ? sentence(values, word) : String(sentence)
  }
  return word
}

/** A code that a language lacks is said in English. */
export function wordedIn(words: Readonly<Record<Language, Words>>): WordIn {
  const { en } = words
  const known: Record<Language, Word> = { en: wordedBy(en), hi: wordedBy({ ...en, ...words.hi }) }
  return (language) => known[language]
}

/** How a message stands where only a text can stand: in what zod finds, and in a log. */
export const textOf = ({ code, values }: Message) => (values === undefined ? code : `${code} ${JSON.stringify(values)}`)

/** A stored text in words: `textOf` made it, or an older version, which stored finished sentences. */
export function wordStored(text: string, word: Word) {
  const message = messageIn(text)
  return message ? word(message) : text
}

/** Undefined for a text that `textOf` did not make. */
export function messageIn(text: string): Message | undefined {
  const [, code, values] = /^([A-Z][A-Z0-9_]+)(?: (\{.*\}))?$/s.exec(text) ?? []
  if (code === undefined) return undefined
  if (values === undefined) return { code }
  try {
    return { code, values: JSON.parse(values) }
  } catch {
    return undefined
  }
}
