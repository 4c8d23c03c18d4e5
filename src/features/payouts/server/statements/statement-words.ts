import type { Language, SameWords } from '#shared/languages.ts'
import { statementEn } from './statement-words.en.ts'
import { statementHi } from './statement-words.hi.ts'

export type StatementWords = SameWords<typeof statementEn>

export const statementWords: Readonly<Record<Language, StatementWords>> = { en: statementEn, hi: statementHi }
