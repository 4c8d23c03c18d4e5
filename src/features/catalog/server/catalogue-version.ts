import type { FastifyBaseLogger } from 'fastify'
import type { CatalogueVersion } from '#kernel/answers/answer-cache/catalogue-version.ts'
import { rememberChanges } from '#kernel/answers/answer-cache/known-changes.ts'
import { type Db, listenToStatements } from '#kernel/db/database.ts'
import { prepared, type Slots } from '#kernel/db/query/prepared.ts'
import { SECOND_MS } from '#shared/time.ts'

/** How soon other processes' writes are seen. */
const POLL_MS = 250
/** An older version is not used: a poll failed or is late. */
const RELIABLE_MS = SECOND_MS
const FEW_CHANGES = 3
/** Above this, all may have changed. */
const MAX_ROWS = 1000

/** Statements that cannot change the catalogue; COMMIT can. */
const changesNothing =
  /^\s*(select|begin|start|rollback|(insert into|update|delete from) "(?!products"|producers"|catalogue_version"|share_percentages"))/i

/** The version, with all changes since an earlier one; at least one row. */
const newerThan = prepared((db, { since }: Slots<{ since: number }>) =>
  db
    .selectFrom('catalogue_version as latest')
    .leftJoin('catalogue_changes as change', (join) => join.on('change.version', '>', since))
    .select(['latest.version as latest', 'change.version', 'change.id'])
    .limit(MAX_ROWS),
)
type Rows = Awaited<ReturnType<typeof newerThan>>

/** Changes after `since`; undefined when there are too many or some are not listed. */
function changesIn(rows: Rows, since: number, latest: number) {
  const changes = rows.flatMap(({ id, version }) => (id === null || version === null ? [] : [{ id, version }]))
  const versions = new Set(changes.map(({ version }) => version))
  const isWhole = versions.size === latest - since && rows.every(({ id, version }) => id !== null || version === null)
  return isWhole && rows.length < MAX_ROWS ? changes : undefined
}

/** Follows the version (migrations/frozen/catalogue-triggers.ts): own writes at once, others by polling `versionDb`, apart from orders. */
export function watchCatalogueVersion(db: Db, versionDb: Db, log: FastifyBaseLogger): CatalogueVersion {
  let writes = 0
  let questions = 0
  let known: { version: number; question: number; at: number; writes: number } | undefined
  let running: { version: Promise<number>; writes: number; at: number } | undefined
  let failed = false
  /** The version in the database; before the first answer higher than any. */
  let stored = Number.MAX_SAFE_INTEGER
  /** Added to versions given out: after a restored backup they must not fit kept answers. */
  let raisedBy = 0
  const changes = rememberChanges()
  /** Changes seen in the last second. */
  let seen: { at: number; changes: number }[] = []
  listenToStatements(db, ({ sql }) => {
    if (!changesNothing.test(sql)) writes += 1
  })

  async function read() {
    questions += 1
    // The state before the database looks.
    const asked = { question: questions, at: performance.now(), writes, since: stored }
    const rows = await newerThan(versionDb, { since: asked.since })
    const latest = rows[0]?.latest
    if (latest === undefined) throw new Error('the row of catalogue_version is missing')
    // Of two queries the later one counts, whichever answers first.
    if (!known || known.question < asked.question) known = { version: take(latest, rows, asked), ...asked }
    return known.version
  }

  /** Stores the database's answer and gives the version with `raisedBy`. */
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

  /** Shares a running query, unless it is old or this process wrote since. */
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

  async function covers(other: Db, at: number) {
    const { version: found } = await other.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
    // A version ahead is newer, or of a copy that has not heard of a restored backup.
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
