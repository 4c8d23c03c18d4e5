import type { FastifyBaseLogger } from 'fastify'
import { SECOND_MS } from '#shared/time.ts'
import type { Job } from '../background.ts'
import type { CatalogueVersion } from './answer-cache/catalogue-version.ts'
import { CATALOGUE, EVERYTHING } from './answer-cache/surrogates.ts'

const EVERY_MS = 250
const ANSWER_MS = 2 * SECOND_MS
const PAUSE_MS = SECOND_MS
/** An answer that was under way when a change was noticed has arrived by then. */
const SETTLED_MS = 500
const MAX_KEYS = 100
const BEFORE_ALL = -1

interface Parts {
  url: string
  version: Pick<CatalogueVersion, 'latest' | 'changedSince'>
  log: FastifyBaseLogger
}

/** Tells a CDN which answers a change makes wrong. A process that starts does not know what it missed, so it purges all, at the price of 304s. */
export function cdnPurges({ url, version, log }: Parts): Job {
  let known = BEFORE_ALL
  /** Changes after version `since`, noticed at `at`; each is told again for SETTLED_MS, for answers that were under way. */
  let open: { since: number; at: number }[] = []
  let pausedUntil = 0
  let hasFailed = false
  const stopping = new AbortController()

  const keysSince = (since: number) => {
    const ids = version.changedSince(since)
    return ids && ids.length <= MAX_KEYS ? [CATALOGUE, ...ids] : [EVERYTHING]
  }

  async function purge(keys: readonly string[]) {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await fetch(url, { method: 'PURGE', headers: { 'surrogate-key': keys.join(' ') }, signal })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the CDN answered ${answer.status}`)
  }

  async function work() {
    const latest = await version.latest().catch(() => known)
    const now = performance.now()
    if (latest > known) open.push({ since: known, at: now })
    known = Math.max(known, latest)
    const [first] = open
    if (!first || now < pausedUntil) return
    try {
      await purge(keysSince(first.since))
      open = open.filter(({ at }) => at > now - SETTLED_MS)
      if (hasFailed) log.info('the CDN takes purges again')
      hasFailed = false
    } catch (error) {
      if (stopping.signal.aborted) return
      open = [{ since: first.since, at: performance.now() }]
      pausedUntil = performance.now() + PAUSE_MS
      if (!hasFailed) log.warn({ err: error }, 'the CDN takes no purge: it may show what was for up to a minute')
      hasFailed = true
    }
  }

  return { name: 'purging the CDN', first: 'listening', everyMs: EVERY_MS, work, breakOff: () => stopping.abort() }
}
