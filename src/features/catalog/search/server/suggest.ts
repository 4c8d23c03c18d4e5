import { type RawBuilder, sql } from 'kysely'
import { inShop } from '#features/producers/server/producers.service.ts'
import type { Db } from '#kernel/db/database.ts'
import { rowCount } from '#kernel/db/engine.ts'
import { beginsWith, rowsWithWords } from '#kernel/db/query/word-search.ts'
import { BESIDES, singular, wordsOf } from '#kernel/search/search-words.ts'
import type { Paise } from '#shared/money.ts'
import { foldText } from '#shared/text.ts'
import { categories } from '../../catalog.categories.ts'
import { listCategories } from '../../server/catalog.service.ts'
import type { PriceBound } from '../search.prices.ts'
import type { Where } from '../search.ranking.ts'
import { smallWords } from '../search.small-words.ts'
import { MOST_SUGGESTED, SHORTEST_SUGGESTED } from '../search.suggestions.ts'
import type { Suggestions } from '../suggest.contract.ts'
import { productWords } from './product-words.ts'
import { readSearch } from './read-search.ts'
import { toSearchWord, toSearchWords, tradeWords } from './search-words.ts'

/** Of a word that more products have, any so many of them tell how it goes on: reading all would take longer than typing the next letter. */
const LOOKED_AT = 200

interface Typed {
  /** Without a price. */
  text: string
  bound: PriceBound | undefined
  /** The words to look for, folded; the last one may go on. */
  words: readonly string[]
}

interface Row {
  number: number
  id: string
  name: string
  category: string
  offer_price_paise: Paise
  description_words: string
  family_id: string | null
}

function listed({ bound }: Typed) {
  const { minPaise, maxPaise } = bound ?? {}
  const conditions = [
    sql<boolean>`products.archived = 0 and products.in_stock = 1`,
    ...(minPaise === undefined ? [] : [sql<boolean>`products.offer_price_paise >= ${minPaise}`]),
    ...(maxPaise === undefined ? [] : [sql<boolean>`products.offer_price_paise <= ${maxPaise}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Products on sale that have all words, the last one or its beginning in this place. */
async function findProducts(db: Db, typed: Typed, where: Where) {
  const before = toSearchWords(typed.words, 'anywhere', 'beginning').slice(0, -1)
  const last = toSearchWords(typed.words, where, 'beginning').slice(-1)
  const { rows } = await sql<Row>`
    select products.number, products.id, products.name, products.category, products.offer_price_paise, products.description_words,
      products.family_id
    from (select products.number from ${rowsWithWords(db, productWords, [...before, ...last])}
      where ${listed(typed)} limit ${rowCount(LOOKED_AT)}) as found
    join products on products.number = found.number`.execute(db)
  return rows
}

/** Names come before descriptions, which are read only where names do not fill the list. */
async function readProducts(db: Db, typed: Typed) {
  const named = await findProducts(db, typed, 'name')
  if (named.length >= MOST_SUGGESTED.products) return { named, described: [] }
  const all = await findProducts(db, typed, 'anywhere')
  return { named, described: all.filter(({ number }) => !named.some((row) => row.number === number)) }
}

/** The words of a text that begin like this folded one, as they are written there. Of a number nobody wants to be told how it goes on. */
const goingOn = (text: string, begun: string) =>
  (text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).filter((piece) =>
    wordsOf(piece).some((word) => word.startsWith(begun) && /\p{L}/u.test(word) && !smallWords.has(word)),
  )

/** Descriptions have words of all kinds: of them only those of the trade are offered. */
const ofTheTrade = (row: Row, begun: string) =>
  row.description_words.split(' ').filter((word) => word.startsWith(begun) && tradeWords.has(singular(word)))

/** What was typed with its last word written to its end, the words of most products first; one word for one and many. */
function wordsFor({ text, bound, words }: Typed, { named, described }: Awaited<ReturnType<typeof readProducts>>) {
  const begun = words.at(-1) ?? ''
  const ends = [
    ...named.flatMap(({ name }) => goingOn(name, begun)),
    ...described.flatMap((row) => ofTheTrade(row, begun)),
  ]
  const counts = new Map<string, { word: string; count: number }>()
  for (const end of ends) {
    const word = end.toLowerCase()
    const key = singular(foldText(word))
    counts.set(key, { word: counts.get(key)?.word ?? word, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  const before = text.replace(/[\p{L}\p{M}\p{N}'’]+[^\p{L}\p{M}\p{N}]*$/u, '')
  return [...counts]
    .filter(([key, { word }]) => key !== singular(begun) && !wordsOf(word).includes(begun))
    .map(([, counted]) => counted)
    .sort((a, b) => b.count - a.count || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .map(({ word }) => `${before}${word}${bound ? ` ${bound.text}` : ''}`)
    .slice(0, MOST_SUGGESTED.words)
}

const isFirstOfFamily = ({ family_id }: Row, before: readonly { row: Row }[]) =>
  before.every(({ row }) => row.family_id !== family_id)

/** Products whose names begin as typed, then those with the words in their names, each newest first; of a family one. */
function productsFor({ text }: Typed, { named, described }: Awaited<ReturnType<typeof readProducts>>) {
  const folded = foldText(text)
  const place = (row: Row) => (described.includes(row) ? 2 : foldText(row.name).startsWith(folded) ? 0 : 1)
  return [...named, ...described]
    .map((row) => ({ row, place: place(row) }))
    .sort((a, b) => a.place - b.place || Number(b.row.number) - Number(a.row.number))
    .filter(({ row }, at, all) => row.family_id === null || isFirstOfFamily(row, all.slice(0, at)))
    .slice(0, MOST_SUGGESTED.products)
    .map(({ row: { id, name, category, offer_price_paise } }) => ({
      ...{ _id: id, name, category, offerPrice: offer_price_paise },
    }))
}

/** Categories that the last word names, or begins to, and that have something on sale. */
async function findCategories(db: Db, { words }: Typed) {
  const { whole } = toSearchWord(words.at(-1) ?? '', 'called', 'beginning')
  const called = categories.filter(({ path }) => whole.includes(BESIDES + path))
  if (called.length === 0) return []
  const counts = (await listCategories(db)).categories
  return called
    .filter(({ path }) => counts.some((category) => category.path === path && category.count > 0))
    .slice(0, MOST_SUGGESTED.categories)
    .map(({ path, text }) => ({ path, text }))
}

/** Producers in whose names or places each word begins one. */
async function findProducers(db: Db, { words }: Typed) {
  const called = words.map((word): RawBuilder<boolean> => {
    const { parts } = toSearchWord(word, 'called', 'beginning')
    if (parts.length === 0) return sql`1 = 0`
    const begin = parts.map((part) => beginsWith('part', part))
    return sql`id in (select substr(token, 2) from search_parts where ${sql.join(begin, sql` or `)})`
  })
  return inShop(db)
    .where(({ and }) => and(called))
    .select(['id as _id', 'name', 'location'])
    .orderBy('search_text')
    .orderBy('id')
    .limit(MOST_SUGGESTED.producers)
    .execute()
}

function readTyped(q: string): Typed[] {
  const { bound, search } = readSearch(q)
  if (!search || search.words.length === 0 || [...search.text.trim()].length < SHORTEST_SUGGESTED) return []
  const { text, words } = search
  const last = wordsOf(text).at(-1)
  // A small word at the end may become another one: "wild for" is on its way to the forest.
  const begun = last === undefined || words.includes(last) ? [] : [{ text, bound, words: [...words, last] }]
  return [...begun, { text, bound, words }]
}

const nothing: Suggestions = { words: [], categories: [], producers: [], products: [] }
const hasAny = (found: Suggestions) => Object.values(found).some((list) => list.length > 0)

/** What a search that is being typed may become: words that find something, categories, producers and products on sale. */
export async function suggestFor(db: Db, { q = '' }: { q?: string | undefined }): Promise<Suggestions> {
  let found = nothing
  for (const typed of readTyped(q)) {
    const [rows, categories, producers] = await Promise.all([
      readProducts(db, typed),
      findCategories(db, typed),
      findProducers(db, typed),
    ])
    found = { words: wordsFor(typed, rows), categories, producers, products: productsFor(typed, rows) }
    if (hasAny(found)) break
  }
  return found
}
