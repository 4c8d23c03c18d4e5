import { LRUCache } from 'lru-cache'
import { untilNextIndianDay } from '#shared/day.ts'
import { HOUR_MS, SECOND_MS } from '#shared/time.ts'
import { type Answer, pack } from './answer.ts'
import type { CatalogueReads, NotedRead } from './catalogue-reads.ts'
import type { CatalogueVersion } from './catalogue-version.ts'
import { isOpenEnded } from './keys.ts'
import { surrogatesOf } from './surrogates.ts'

const MAX_SHARE = 1 / 8
/** The part for all searches together: most are asked for once, and thousands of them must not push out the pages. */
const OPEN_ENDED_SHARE = 1 / 8
const ENTRY_BYTES = 1500
const READ_BYTES = 250
const LIFETIME_MS = HOUR_MS

/** How old an answer may be: right now; or right within the last second, while the catalogue changes all the time. */
export type Age = 'now' | 'or a second old'

export interface Made {
  answer: Answer
  reads?: readonly NotedRead[] | undefined
  /** The answer follows from more than the catalogue, whose changes nobody reports: it is right for a second. */
  isLive?: true
}
export type Make = (version: number | undefined) => Promise<Made>

/** No answer is given past midnight in India: the days on which an order arrives follow from the date, and marks end with a day. */
interface OfDay {
  /** Until when, in milliseconds: the end of the day on which its making began. */
  until: number
}
interface Kept extends Made, OfDay {
  version: number
  seenAt: number
}
interface InTheMaking extends OfDay {
  version: number
  seenAt: number
  answer: Promise<Answer>
}

const sizeOf = ({ answer, reads = [] }: Kept, key: string) =>
  ENTRY_BYTES + READ_BYTES * reads.length + key.length + answer.body.length

export type AnswerCache = ReturnType<typeof createAnswerCache>

/** Keeps answers that are the same for everybody, by address. With a CDN none may be a second old, since the CDN would keep it for longer. */
export function createAnswerCache(
  version: CatalogueVersion,
  reads: CatalogueReads,
  { maxBytes, hasCdn = false, now = () => new Date() }: { maxBytes: number; hasCdn?: boolean; now?: () => Date },
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
  let era = 0

  const isOfToday = ({ until }: OfDay) => now().getTime() < until

  const isYoung = ({ seenAt }: { seenAt: number }, age: Age) =>
    age === 'or a second old' && !hasCdn && version.isBusy() && performance.now() - seenAt < SECOND_MS

  const isRight = (entry: Kept, at: number) =>
    entry.version === at || (entry.reads === undefined ? false : reads.areSame(entry.reads, at))

  function confirm(entry: Kept, at: number, seenAt: number) {
    entry.version = Math.max(entry.version, at)
    entry.seenAt = Math.max(entry.seenAt, seenAt)
    return entry.answer
  }

  function find(key: string, age: Age = 'now'): Answer | undefined {
    const entry = keptFor(key).get(key)
    if (entry === undefined || !isOfToday(entry)) return undefined
    if (isYoung(entry, age)) return entry.answer
    const at = version.certain()
    return at !== undefined && isRight(entry, at) ? confirm(entry, at, version.seenAt()) : undefined
  }

  const isStillRight = ({ reads: noted }: Kept, at: number) =>
    noted === undefined ? false : reads.areStillSame(noted, at).catch(() => false)

  async function confirmOrMake(key: string, { version: at, seenAt, until }: Omit<InTheMaking, 'answer'>, make: Make) {
    const begunIn = era
    const kept = keptFor(key)
    const entry = kept.get(key)
    if (entry && isOfToday(entry) && (isRight(entry, at) ?? (await isStillRight(entry, at))))
      return confirm(entry, at, seenAt)
    const made = await make(at)
    if (!made.answer.isCacheable) return made.answer
    const surrogates = hasCdn && !made.isLive ? surrogatesOf(made.reads) : undefined
    const isAsBefore =
      entry?.answer.headers.etag === made.answer.headers.etag &&
      entry?.answer.surrogates?.['surrogate-key'] === surrogates?.['surrogate-key']
    const answer = isAsBefore && entry ? entry.answer : made.answer
    await pack(answer)
    const isNewest = (kept.peek(key)?.version ?? at) <= at
    if (begunIn === era && isNewest && isOfToday({ until })) {
      if (surrogates) answer.surrogates = surrogates
      kept.set(key, { ...made, answer, version: at, seenAt, until }, { ttl: made.isLive ? SECOND_MS : LIFETIME_MS })
    }
    return answer
  }

  return {
    forget() {
      era += 1
      pages.clear()
      openEnded.clear()
      making.clear()
    },

    find,

    /**
     * The kept answer if it is right; else what `make` makes, once for all who ask meanwhile. Without a readable version nothing kept is
     * used.
     */
    async get(key: string, make: Make, age: Age = 'now'): Promise<Answer> {
      const ready = find(key, age)
      if (ready) return ready
      // Read before the answer is made, so that no answer is kept under a version or time newer than its data.
      const seenAt = version.seenAt()
      const at = await version.latest().catch(() => undefined)
      if (at === undefined) return (await make(undefined)).answer
      const other = making.get(key)
      if (other && isOfToday(other) && (other.version === at || isYoung(other, age))) return other.answer
      const begun = now().getTime()
      const own = { version: at, seenAt, until: begun + untilNextIndianDay(begun) }
      const mine = { ...own, answer: confirmOrMake(key, own, make) }
      making.set(key, mine)
      try {
        return await mine.answer
      } finally {
        if (making.get(key) === mine) making.delete(key)
      }
    },

    size: () => ({
      answers: pages.size + openEnded.size,
      bytes: pages.calculatedSize + openEnded.calculatedSize,
    }),
  }
}
