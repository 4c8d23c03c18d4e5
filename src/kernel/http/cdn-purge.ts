import type { FastifyBaseLogger } from 'fastify'
import type { Job } from '#kernel/background.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { CatalogueVersion } from './answer-cache/catalogue-version.ts'
import { CATALOGUE, EVERYTHING } from './answer-cache/surrogates.ts'

const EVERY_MS = 250
const ANSWER_MS = 2 * SECOND_MS
/** After a failure nothing is sent for so long. */
const PAUSE_MS = SECOND_MS
/** An answer that was under way when a change was noticed has arrived by then. */
const SETTLED_MS = 500
/** More keys than this are not named one by one. */
const MAX_KEYS = 100
/** Before any version: all of the catalogue is newer. */
const BEFORE_ALL = -1

interface Parts {
  /** Where the CDN takes requests with the method PURGE. */
  url: string
  version: Pick<CatalogueVersion, 'latest' | 'changedSince'>
  log: FastifyBaseLogger
}

/**
 * Tells a CDN what the catalogue's changes make wrong, by the keys of the answers (`surrogatesOf`). Each process tells it when it has
 * noticed a change itself: from then on it answers with the new content, so nothing old that it gave before stays. A change is told
 * again for half a second, for answers that were under way; what fails is tried again every second. A process that starts does not know
 * what it missed: the CDN has to ask for everything again, which costs a 304 where nothing has changed.
 */
export function cdnPurges({ url, version, log }: Parts): Job {
  let known = BEFORE_ALL
  /** Changes that the CDN may still have to be told: all after the version `since`, noticed at this time. */
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
    // While the database is away nothing changes.
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
