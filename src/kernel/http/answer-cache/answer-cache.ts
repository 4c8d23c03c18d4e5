import { LRUCache } from 'lru-cache'
import { untilNextIndianDay } from '#shared/day.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { type Answer, pack } from './answer.ts'
import type { CatalogueReads, NotedRead } from './catalogue-reads.ts'
import type { CatalogueVersion } from './catalogue-version.ts'
import { isOpenEnded } from './keys.ts'
import { surrogatesOf } from './surrogates.ts'

/** One answer takes at most this much of the cache. */
const MAX_SHARE = 1 / 8
/** Searches and the like all together: most are asked for once, and whoever asks for thousands of them must not push out the pages. */
const OPEN_ENDED_SHARE = 1 / 8
/** What an entry takes besides its body: headers and bookkeeping; and each read that is noted. */
const ENTRY_BYTES = 1500
const READ_BYTES = 250
/** At most; and not past midnight in India, for what follows from the date: the days on which an order arrives. */
const LIFETIME_MS = HOUR_MS

/** How old an answer may be: as the catalogue is now; or, while that changes all the time, as it was within the last second. */
export type Age = 'now' | 'or a second old'

/** An answer that was made, and the reads that it follows from; without them it is right for one version only. */
export interface Made {
  answer: Answer
  reads?: readonly NotedRead[] | undefined
  /** It follows from more than the catalogue, of whose changes nobody tells: it is right for a second. */
  isLive?: true
}
/** Makes an answer from the catalogue of this version, or a later one. */
export type Make = (version: number | undefined) => Promise<Made>

interface Kept extends Made {
  /** It was right at this version at least, and at this time (performance.now()). */
  version: number
  seenAt: number
}
interface InTheMaking {
  version: number
  seenAt: number
  answer: Promise<Answer>
}

const sizeOf = ({ answer, reads = [] }: Kept, key: string) =>
  ENTRY_BYTES + READ_BYTES * reads.length + key.length + answer.body.length

export type AnswerCache = ReturnType<typeof createAnswerCache>

/**
 * Keeps answers that are the same for everybody as long as they are right: by address, bounded, the ones used longest ago leave first.
 * Whoever makes an answer sees nothing of the request but its key, so nothing personal gets in. A CDN in front of the shop would keep
 * an answer that is a second old for longer: it gets none, nor one that is right for a second only.
 */
export function createAnswerCache(
  version: CatalogueVersion,
  reads: CatalogueReads,
  { maxBytes, hasCdn = false }: { maxBytes: number; hasCdn?: boolean },
) {
  const maxEntrySize = Math.floor(maxBytes * MAX_SHARE)
  const cacheOf = (share: number) =>
    new LRUCache<string, Kept>({
      maxSize: Math.floor(maxBytes * share),
      maxEntrySize,
      sizeCalculation: sizeOf,
      ttl: LIFETIME_MS,
      ttlResolution: 1000,
    })
  const pages = cacheOf(1 - OPEN_ENDED_SHARE)
  const openEnded = cacheOf(OPEN_ENDED_SHARE)
  const keptFor = (key: string) => (isOpenEnded(key) ? openEnded : pages)
  const making = new Map<string, InTheMaking>()
  /** Counts how often all was forgotten. */
  let era = 0

  const isYoung = ({ seenAt }: { seenAt: number }, age: Age) =>
    age === 'or a second old' && !hasCdn && version.isBusy() && performance.now() - seenAt < SECOND_MS

  /** Is it right at this version? Undefined when only the database can tell. */
  const isRight = (entry: Kept, at: number) =>
    entry.version === at || (entry.reads === undefined ? false : reads.areSame(entry.reads, at))

  function confirm(entry: Kept, at: number, seenAt: number) {
    entry.version = Math.max(entry.version, at)
    entry.seenAt = Math.max(entry.seenAt, seenAt)
    return entry.answer
  }

  function find(key: string, age: Age = 'now'): Answer | undefined {
    const entry = keptFor(key).get(key)
    if (entry === undefined) return undefined
    if (isYoung(entry, age)) return entry.answer
    const at = version.certain()
    return at !== undefined && isRight(entry, at) ? confirm(entry, at, version.seenAt()) : undefined
  }

  /** Without an answer from the database what is kept is not right. */
  const isStillRight = ({ reads: noted }: Kept, at: number) =>
    noted === undefined ? false : reads.areStillSame(noted, at).catch(() => false)

  async function confirmOrMake(key: string, at: number, seenAt: number, make: Make) {
    const begunIn = era
    const kept = keptFor(key)
    const entry = kept.get(key)
    if (entry && (isRight(entry, at) ?? (await isStillRight(entry, at)))) return confirm(entry, at, seenAt)
    const made = await make(at)
    if (!made.answer.isCacheable) return made.answer
    // Often it comes out as before: then its compressed form is there already.
    const surrogates = hasCdn && !made.isLive ? surrogatesOf(made.reads) : undefined
    const isAsBefore =
      entry?.answer.headers.etag === made.answer.headers.etag &&
      entry?.answer.surrogates?.['surrogate-key'] === surrogates?.['surrogate-key']
    const answer = isAsBefore && entry ? entry.answer : made.answer
    await pack(answer)
    const isNewest = (kept.peek(key)?.version ?? at) <= at
    if (begunIn === era && isNewest) {
      if (surrogates) answer.surrogates = surrogates
      const ttl = made.isLive ? SECOND_MS : Math.min(LIFETIME_MS, untilNextIndianDay(Date.now()))
      kept.set(key, { ...made, answer, version: at, seenAt }, { ttl })
    }
    return answer
  }

  return {
    /** Forgets all answers, as if the catalogue had changed; those being made now are not kept. */
    forget() {
      era += 1
      pages.clear()
      openEnded.clear()
      making.clear()
    },

    /** A kept answer that is known to be right, without a query. */
    find,

    /**
     * The kept answer if it is right, or else the one that `make` makes, once for all who ask meanwhile; a success is kept. When the
     * version cannot be read nothing kept is used. Throws what `make` throws.
     */
    async get(key: string, make: Make, age: Age = 'now'): Promise<Answer> {
      const ready = find(key, age)
      if (ready) return ready
      // As they are before the answer is made, so that it is never kept under a version or time newer than its data.
      const seenAt = version.seenAt()
      const at = await version.latest().catch(() => undefined)
      if (at === undefined) return (await make(undefined)).answer
      const other = making.get(key)
      if (other && (other.version === at || isYoung(other, age))) return other.answer
      const mine = { version: at, seenAt, answer: confirmOrMake(key, at, seenAt, make) }
      making.set(key, mine)
      try {
        return await mine.answer
      } finally {
        if (making.get(key) === mine) making.delete(key)
      }
    },

    /** How much is kept, in answers and in bytes. */
    size: () => ({
      answers: pages.size + openEnded.size,
      bytes: pages.calculatedSize + openEnded.calculatedSize,
    }),
  }
}
