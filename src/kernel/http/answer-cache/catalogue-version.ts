import type { FastifyBaseLogger } from 'fastify'
import { type Db, listenToStatements } from '#kernel/db/database.ts'
import { SECOND_MS } from '#shared/time.ts'

/** How soon writes of other processes are seen. */
const POLL_MS = 250
/** A version read longer ago than this is not used: a poll failed or is late. */
const RELIABLE_MS = SECOND_MS

/** Reads, and writes of other tables. A transaction's changes show at its commit, which is not among these. */
const changesNothing =
  /^\s*(select|begin|start|rollback|(insert into|update|delete from) "(?!products"|producer_applications"))/i

export interface CatalogueVersion {
  /** The version, if nothing can have changed it: it was read less than a second ago and this process wrote nothing since. */
  certain: () => number | undefined
  /** The certain version, or else what the database says. Throws what the database throws. */
  latest: () => Promise<number>
  /** What the database says now. Throws what the database throws. */
  read: () => Promise<number>
  stop: () => Promise<void>
}

/**
 * Knows the version of the catalogue that the database counts up (`createCatalogueTriggers`): at once after a write of this
 * process, by polling after a write of another. `db` writes; `versionDb` reads, so that no read waits behind orders.
 */
export function watchCatalogueVersion(db: Db, versionDb: Db, log: FastifyBaseLogger): CatalogueVersion {
  let writes = 0
  let questions = 0
  let known: { version: number; question: number; at: number; writes: number } | undefined
  let running: { version: Promise<number>; writes: number; at: number } | undefined
  let failed = false
  listenToStatements(db, ({ sql }) => {
    if (!changesNothing.test(sql)) writes += 1
  })
  const query = versionDb.selectFrom('catalogue_version').select('version').compile()

  async function read() {
    questions += 1
    // As they are before the database looks.
    const asked = { question: questions, at: performance.now(), writes }
    const { rows } = await versionDb.executeQuery(query)
    const version = rows[0]?.version
    if (version === undefined) throw new Error('the row of catalogue_version is missing')
    // Of two queries the one sent later counts, whichever is answered first.
    if (!known || known.question < asked.question) known = { version, ...asked }
    return known.version
  }

  /** Shares a query that is on its way, unless it was sent long ago or this process has written since. */
  function ask() {
    if (running?.writes === writes && performance.now() - running.at < POLL_MS) return running.version
    const version = read().finally(() => {
      if (running === mine) running = undefined
    })
    const mine = { version, writes, at: performance.now() }
    running = mine
    return version
  }

  function certain() {
    if (known === undefined || known.writes !== writes || performance.now() - known.at > RELIABLE_MS) return undefined
    return known.version
  }

  let polling = Promise.resolve()
  const timer = setInterval(() => {
    if (running) return
    polling = ask().then(
      () => {
        failed = false
      },
      (error: unknown) => {
        if (!failed) log.warn({ err: error }, 'the version of the catalogue cannot be read: no answer is kept')
        failed = true
      },
    )
  }, POLL_MS)
  timer.unref()

  return {
    certain,
    latest: async () => certain() ?? ask(),
    read,
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}
