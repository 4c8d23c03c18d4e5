import type { Tx } from '#kernel/db/database.ts'
import { tokensOf, wordsOf } from '#kernel/search/search-words.ts'
import { producerToken } from './product-words.ts'

/** Letters of a word that are split into parts, as for products (migrations/frozen/word-index.ts). */
const LETTERS = 30

function partsOf(name: string) {
  const parts = wordsOf(name)
    .flatMap(tokensOf)
    .flatMap((word) => {
      const letters = [...word].slice(0, LETTERS)
      return letters.slice(0, -1).map((_, at) => letters.slice(at).join(''))
    })
  return [...new Set(parts)]
}

/** Indexes a producer's products by its name; call it in the transaction that changes the name from `before`. */
export async function setProducerWords(tx: Tx, id: string, name: string, before = '') {
  const token = producerToken(id)
  const old = partsOf(before)
  if (old.length > 0) await tx.deleteFrom('search_parts').where('token', '=', token).where('part', 'in', old).execute()
  const parts = partsOf(name).map((part) => ({ part, token }))
  if (parts.length > 0)
    await tx
      .insertInto('search_parts')
      .values(parts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
