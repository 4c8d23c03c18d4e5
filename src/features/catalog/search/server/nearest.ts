import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kernel/db/database.ts'
import { hasRow } from '#kernel/db/engine.ts'
import { rowsWithWords, type SearchWord } from '#kernel/db/query/word-search.ts'
import { wordsOf } from '#kernel/search/search-words.ts'
import { purposes } from '../search.small-words.ts'
import { productWords } from './product-words.ts'
import type { Asked, Search } from './read-search.ts'
import { toSearchWords } from './search-words.ts'
import { spellAnew } from './spelling.ts'

/** More words are a sentence, whose end is left out. */
const MOST_WORDS = 8
/** Choices of words that are tried, the best first. */
const MOST_TRIES = 20

/** A word that says what a product is weighs more than one that says what it is like: of two such words one is enough. */
const CALLED = 3
const ANYWHERE = 2

/** Which of these choices of words does at least one listed product have? */
async function findWhich(db: Db, choices: readonly (readonly SearchWord[])[], isListed: RawBuilder<boolean>) {
  const columns = choices.map(
    (words, at) =>
      sql`case when ${hasRow(db, rowsWithWords(db, productWords, words), 'products', isListed)}
        then 1 else 0 end as ${sql.ref(`has_${at}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(db)
  return choices.map((_, at) => rows[0]?.[`has_${at}`] === 1)
}

async function weigh(db: Db, words: readonly string[], isListed: RawBuilder<boolean>) {
  const called = toSearchWords(words, 'called', 'meaning').map((word) => [word])
  const anywhere = toSearchWords(words, 'anywhere', 'inside').map((word) => [word])
  const has = await findWhich(db, [...called, ...anywhere], isListed)
  return words.map((_, at) => (has[at] ? CALLED : has[words.length + at] ? ANYWHERE : 0))
}

interface Weighed {
  word: string
  weight: number
}

/** Choices of these words, those that say most first; of equals the later words, for English puts the noun last: blue cotton is cotton. */
function choicesOf(known: readonly Weighed[]) {
  const all = Array.from({ length: 2 ** known.length }, (_, choice) => known.filter((_, at) => choice & (1 << at)))
  const sum = (choice: readonly Weighed[]) => choice.reduce((total, { weight }) => total + weight, 0)
  return all
    .slice(1)
    .reverse()
    .sort((a, b) => sum(b) - sum(a))
    .slice(0, MOST_TRIES)
}

async function firstFound(db: Db, choices: readonly (readonly Weighed[])[], isListed: RawBuilder<boolean>) {
  for (const choice of choices) {
    const [isFound] =
      choice.length === 1
        ? [true]
        : await findWhich(
            db,
            [
              toSearchWords(
                choice.map(({ word }) => word),
                'anywhere',
                'inside',
              ),
            ],
            isListed,
          )
    if (isFound) return choice
  }
  return []
}

/** The words as they were typed: folded ones are not for people. */
function typedWords(q: string) {
  const pieces = q.split(/\s+/).map((piece) => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
  return new Map(pieces.flatMap((piece) => wordsOf(piece).map((word) => [word, piece])))
}

/**
 * What to search where nothing has all the words: parts of words, another spelling, or the words that say most and that something has together.
 * Undefined where nothing has any of them.
 */
export async function nearestTo(db: Db, asked: Asked, { text, words: all }: Search, isListed: RawBuilder<boolean>) {
  if (all.length === 0) return undefined
  const [only, ...others] = all
  if (only !== undefined && others.length === 0 && !purposes.has(only)) {
    const [isFragment] = await findWhich(db, [toSearchWords(all, 'anywhere', 'fragment')], isListed)
    if (isFragment) return { ...asked, search: { text, folded: only, words: all, isFragment } }
  }
  const typed = typedWords(text)
  const asTyped = (word: string) => typed.get(word) ?? word
  const words = all.slice(0, MOST_WORDS)
  const spelled = await spellAnew(db, words)
  const respelled = spelled.flat()
  const weights = await weigh(db, respelled, isListed)
  const known = respelled.map((word, at) => ({ word, weight: weights[at] ?? 0 })).filter(({ weight }) => weight > 0)
  const kept = await firstFound(db, choicesOf(known), isListed)
  const isRespelled = kept.some(({ word }) => !words.includes(word))
  const missing = [
    ...words.filter((_, at) => !kept.some(({ word }) => spelled[at]?.includes(word))),
    ...all.slice(MOST_WORDS),
  ].map(asTyped)
  const near: Asked = {
    search: undefined,
    ...(asked.bound && { bound: asked.bound }),
    ...(isRespelled && {
      didYouMean: [...respelled.map(asTyped), ...(asked.bound ? [asked.bound.text] : [])].join(' '),
    }),
    ...(missing.length > 0 && { missing, searched: kept.map(({ word }) => asTyped(word)) }),
  }
  if (kept.length === 0) return words.some((word) => purposes.has(word)) ? near : undefined
  const found = kept.map(({ word }) => word)
  return { ...near, search: { text, folded: found.join(' '), words: found } }
}

/** The same at any price. */
export function withoutBound({ bound, search, ...asked }: Asked): Asked {
  const typed = typedWords(search?.text ?? '')
  return {
    ...{ searched: search?.words.map((word) => typed.get(word) ?? word) ?? [], ...asked, search },
    missing: [...(asked.missing ?? []), ...(bound ? [bound.text] : [])],
  }
}
