import type { NotedRead } from './catalogue-reads.ts'

/** A CDN that gets no message asks again after so long, or later while the shop does not answer. */
const KEPT_SECONDS = 60
const STALE_SECONDS = 600

export const EVERYTHING = 'all'
export const CATALOGUE = 'catalogue'

/** Headers for a CDN, which removes them: how long it may keep an answer, and the keys by which it is told to forget the answer. */
export function surrogatesOf(reads: readonly NotedRead[] | undefined): Readonly<Record<string, string>> {
  const keys = reads?.map(({ question }) => question.id ?? CATALOGUE) ?? [CATALOGUE]
  return {
    'surrogate-control': `max-age=${KEPT_SECONDS}, stale-if-error=${STALE_SECONDS}`,
    'surrogate-key': [...new Set([EVERYTHING, ...keys])].join(' '),
  }
}
