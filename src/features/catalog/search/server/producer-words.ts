import type { Tx } from '#kernel/db/database.ts'
import { tokensOf, wordsOf } from '#kernel/search/search-words.ts'
import { producerToken, producerWord } from './product-words.ts'

/** Letters of a word that are split into parts, as for products (migrations/frozen/word-index.ts). */
const LETTERS = 30

export interface ProducerWords {
  name: string
  location: string
}

function partsOf(producer: ProducerWords | undefined) {
  const words = wordsOf(producer ? `${producer.name} ${producer.location}` : '').flatMap(tokensOf)
  const parts = words.flatMap((word) => {
    const letters = [...word].slice(0, LETTERS)
    return [producerWord.whole(word), ...letters.slice(0, -1).map((_, at) => letters.slice(at).join(''))]
  })
  return [...new Set(parts)]
}

/** Indexes a producer's products by its name and place; call it in the transaction that changes them from `before`. */
export async function setProducerWords(tx: Tx, id: string, now: ProducerWords | undefined, before?: ProducerWords) {
  const token = producerToken(id)
  const old = partsOf(before)
  if (old.length > 0) await tx.deleteFrom('search_parts').where('token', '=', token).where('part', 'in', old).execute()
  const parts = partsOf(now).map((part) => ({ part, token }))
  if (parts.length > 0)
    await tx
      .insertInto('search_parts')
      .values(parts)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
