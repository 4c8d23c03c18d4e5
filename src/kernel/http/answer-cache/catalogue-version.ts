import type { FastifyBaseLogger } from 'fastify'
import { type Db, listenToStatements } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/prepared.ts'
import { SECOND_MS } from '#shared/time.ts'
import { rememberChanges } from './known-changes.ts'

/** How soon writes of other processes are seen. */
const POLL_MS = 250
/** A version read longer ago than this is not used: a poll failed or is late. */
const RELIABLE_MS = SECOND_MS
/** More changes than this in a second are many. */
const FEW_CHANGES = 3
/** More than this are not looked at: then all may have changed. */
const MAX_ROWS = 1000

/** Reads, and writes of other tables. A transaction's changes show at its commit, which is not among these. */
const changesNothing =
  /^\s*(select|begin|start|rollback|(insert into|update|delete from) "(?!products"|producer_applications"|catalogue_version"|share_percentages"))/i

export interface CatalogueVersion {
  /** The version, if nothing can have changed it: it was read less than a second ago and this process wrote nothing since. */
  certain: () => number | undefined
  /** The certain version, or else what the database says. Throws what the database throws. */
  latest: () => Promise<number>
  /** What the database says now. Throws what the database throws. */
  read: () => Promise<number>
  /** When the version that is known was asked for, by performance.now(). */
  seenAt: () => number
  /** Has the product or producer of this id changed after a version? Undefined when that is not known. */
  hasChanged: (id: string, since: number) => boolean | undefined
  /** The ids of what changed after a version. Undefined when that is not known. */
  changedSince: (version: number) => string[] | undefined
  /** Does a database in which the version `found` stands have the catalogue of version `at`, or a later one? Throws what the database throws. */
  covers: (found: number, at: number) => Promise<boolean>
  /** Does the catalogue change more than three times a second just now? */
  isBusy: () => boolean
  stop: () => Promise<void>
}

/** The version, and what has changed since an earlier one: one row at least. */
const newerThan = prepared((db, { since }: Slots<{ since: number }>) =>
  db
    .selectFrom('catalogue_version as latest')
    .leftJoin('catalogue_changes as change', (join) => join.on('change.version', '>', since))
    .select(['latest.version as latest', 'change.version', 'change.id'])
    .limit(MAX_ROWS),
)
type Rows = Awaited<ReturnType<typeof newerThan>>

/** The changes after `since`, each version's; undefined when there are more than are listed, or some are not listed. */
function changesIn(rows: Rows, since: number, latest: number) {
  const changes = rows.flatMap(({ id, version }) => (id === null || version === null ? [] : [{ id, version }]))
  const versions = new Set(changes.map(({ version }) => version))
  const isWhole = versions.size === latest - since && rows.every(({ id, version }) => id !== null || version === null)
  return isWhole && rows.length < MAX_ROWS ? changes : undefined
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
  /** The version as it stands in the database; before the first answer, higher than any. */
  let stored = Number.MAX_SAFE_INTEGER
  /** Versions given out are higher by this: a restored backup counts on from a lower one, and what is kept must not fit it. */
  let raisedBy = 0
  const changes = rememberChanges()
  /** How many changes were seen when, in the last second. */
  let seen: { at: number; changes: number }[] = []
  listenToStatements(db, ({ sql }) => {
    if (!changesNothing.test(sql)) writes += 1
  })

  async function read() {
    questions += 1
    // As they are before the database looks.
    const asked = { question: questions, at: performance.now(), writes, since: stored }
    const rows = await newerThan(versionDb, { since: asked.since })
    const latest = rows[0]?.latest
    if (latest === undefined) throw new Error('the row of catalogue_version is missing')
    // Of two queries the one sent later counts, whichever is answered first.
    if (!known || known.question < asked.question) known = { version: take(latest, rows, asked), ...asked }
    return known.version
  }

  /** Notes what the database said, and gives the version as it is given out. */
  function take(latest: number, rows: Rows, { since, at }: { since: number; at: number }) {
    if (known && latest < stored) raisedBy += stored - latest + 1
    const version = latest + raisedBy
    const listed = changesIn(rows, since, latest)
    changes.add(
      version,
      listed?.map((change) => ({ ...change, version: change.version + raisedBy })),
    )
    if (known && version > known.version) {
      seen = seen.filter((one) => one.at > at - SECOND_MS)
      seen.push({ at, changes: version - known.version })
    }
    stored = latest
    return version
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

  async function covers(found: number, at: number) {
    // What is ahead may be newer; or a copy that has not heard yet of a backup which was restored here.
    if (found > stored) await read()
    return found <= stored && found + raisedBy >= at
  }

  function isBusy() {
    const from = performance.now() - SECOND_MS
    return seen.reduce((sum, { at, changes: some }) => (at > from ? sum + some : sum), 0) > FEW_CHANGES
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
    seenAt: () => known?.at ?? Number.NEGATIVE_INFINITY,
    hasChanged: changes.hasChanged,
    changedSince: changes.changedSince,
    covers,
    isBusy,
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
}
