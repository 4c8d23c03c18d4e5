import { LRUCache } from 'lru-cache'
import { untilNextIndianDay } from '#shared/day.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { Answer } from './answer.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

const MAX_BYTES = 32 * 1024 * 1024
/** One answer takes at most this much of it. */
const MAX_SHARE = 1 / 8
/** What an entry takes besides its bodies: headers and bookkeeping. */
const ENTRY_BYTES = 1500
/** Compressed forms are made later; together they take about this share of the body. */
const VARIANTS_SHARE = 0.5
/** Each is kept as bytes and as the text that is sent (ready-answers.ts). */
const COPIES = 2
/** At most; and not past midnight in India, for what follows from the date: the days on which an order arrives. */
const LIFETIME_MS = HOUR_MS

interface Kept {
  version: number
  answer: Answer
}
interface InTheMaking {
  version: number
  answer: Promise<Answer>
}

const sizeOf = ({ answer }: Kept, key: string) =>
  ENTRY_BYTES + 2 * key.length + Math.ceil(answer.body.length * (1 + VARIANTS_SHARE) * COPIES)

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Keeps answers that are the same for everybody until the catalogue's version changes: by address, bounded, the ones used
 * longest ago leave first. Whoever makes an answer sees nothing of the request but its key, so nothing personal gets in.
 */
export function createAnswerCache(version: CatalogueVersion, maxBytes = MAX_BYTES) {
  const kept = new LRUCache<string, Kept>({
    maxSize: maxBytes,
    maxEntrySize: maxBytes * MAX_SHARE,
    sizeCalculation: sizeOf,
    ttl: LIFETIME_MS,
    ttlResolution: 1000,
  })
  const making = new Map<string, InTheMaking>()
  let newest: number | undefined
  /** Counts how often all was forgotten. */
  let era = 0

  return {
    /** Forgets all answers, as if the catalogue had changed; those being made now are not kept. */
    forget() {
      era += 1
      kept.clear()
      making.clear()
    },

    /** A kept answer whose version is known to be current, without a query. */
    find(key: string): Answer | undefined {
      const at = version.certain()
      const entry = at === undefined ? undefined : kept.get(key)
      return entry?.version === at ? entry?.answer : undefined
    },

    /**
     * The kept answer, or else the one that `make` makes, once for all who ask meanwhile; a success is kept. When the
     * version cannot be read nothing kept is used. Throws what `make` throws.
     */
    async get(key: string, make: () => Promise<Answer>): Promise<Answer> {
      // Read before the answer is made, so that an answer is never kept under a version newer than its data.
      const at = await version.latest().catch(() => undefined)
      if (at === undefined) return make()
      if (at !== newest) kept.clear()
      newest = at
      const entry = kept.get(key)
      if (entry?.version === at) return entry.answer
      const other = making.get(key)
      if (other?.version === at) return other.answer
      const mine = { version: at, answer: make() }
      const begunIn = era
      making.set(key, mine)
      try {
        const answer = await mine.answer
        if (answer.isCacheable && at === newest && begunIn === era) {
          const ttl = Math.min(LIFETIME_MS, untilNextIndianDay(Date.now()))
          kept.set(key, { version: at, answer }, { ttl })
        }
        return answer
      } finally {
        if (making.get(key) === mine) making.delete(key)
      }
    },

    /** How much is kept, in answers and in bytes. */
    size: () => ({ answers: kept.size, bytes: kept.calculatedSize }),
  }
}
