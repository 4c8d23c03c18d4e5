import type { NotedRead } from './catalogue-reads.ts'

/** A CDN that hears of no change, because none of our messages arrives, asks again after so many seconds. */
const KEPT_SECONDS = 60
/** So long it may go on with what it has while the shop does not answer. */
const STALE_SECONDS = 600

/** Every answer has this key. */
export const EVERYTHING = 'all'
/** What was made from lists or counts, which any change may concern. */
export const CATALOGUE = 'catalogue'

/**
 * Headers for a CDN in front of the shop, which takes them out: how long it may keep an answer, and by which keys it is told to forget
 * it, the ids of products and producers among them.
 */
export function surrogatesOf(reads: readonly NotedRead[] | undefined): Readonly<Record<string, string>> {
  const keys = reads?.map(({ question }) => question.id ?? CATALOGUE) ?? [CATALOGUE]
  return {
    'surrogate-control': `max-age=${KEPT_SECONDS}, stale-if-error=${STALE_SECONDS}`,
    'surrogate-key': [...new Set([EVERYTHING, ...keys])].join(' '),
  }
}
