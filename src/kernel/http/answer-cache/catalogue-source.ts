import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#kernel/db/database.ts'
import { inOneState } from '#kernel/db/engine.ts'
import type { Metrics } from '#kernel/http/metrics.ts'
import { AppError } from '#shared/app-error.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

/** A standby that has not answered by then is passed over, and so long it is left alone. */
const STANDBY_MS = SECOND_MS
/** So long it is left alone when it lags behind: replaying a change takes it some milliseconds. */
const CATCHING_UP_MS = 50

/** Where the catalogue is read for visitors. */
export interface CatalogueSource {
  /**
   * Reads the catalogue of this version or a later one: from the standby if that has it, else from the primary; without a version
   * always there. Throws what `work` throws.
   */
  read: <T>(version: number | undefined, work: (db: Db) => Promise<T>) => Promise<T>
  /** The same, and all that `work` reads is of one state. */
  readTogether: <T>(version: number | undefined, work: (db: Db) => Promise<T>) => Promise<T>
}

interface Parts {
  db: Db
  /** A database that replays what happens in `db`. */
  standby: Db | undefined
  version: CatalogueVersion
  log: FastifyBaseLogger
  metrics: Metrics
}

/**
 * The version that the primary counts up says what the standby must have, and the standby's own version is read in the transaction that
 * reads the content. So however far it lags, nothing old is taken for new, and who has just changed the catalogue sees the change; while
 * nothing changes, a standby that has not replayed anything for hours is as good as the primary.
 */
export function createCatalogueSource({ db, standby, version, log, metrics }: Parts): CatalogueSource {
  if (!standby) return { read: (_, work) => work(db), readTogether: (_, work) => inOneState(db, work) }
  let restsUntil = 0
  let isAway = false

  function rest(ms: number) {
    restsUntil = performance.now() + ms
  }

  /** Undefined when the primary has to be asked. */
  async function readStandby<T>(own: Db, at: number | undefined, work: (db: Db) => Promise<T>) {
    if (at === undefined || performance.now() < restsUntil) return undefined
    try {
      const reading = inOneState(own, async (tx) => {
        const found = await tx.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()
        return (await version.covers(found.version, at)) ? { result: await work(tx) } : undefined
      })
      const read = await soonEnough(reading)
      if (!read) rest(CATCHING_UP_MS)
      if (isAway) log.info('the standby answers again')
      isAway = false
      return read
    } catch (error) {
      if (error instanceof AppError && error.status < 500) throw error
      rest(STANDBY_MS)
      if (!isAway) log.warn({ err: error }, 'the standby does not answer: the catalogue is read from the primary')
      isAway = true
      return undefined
    }
  }

  const readFrom =
    (readPrimary: <T>(work: (db: Db) => Promise<T>) => Promise<T>): CatalogueSource['read'] =>
    async (at, work) => {
      const read = await readStandby(standby, at, work)
      if (at !== undefined) metrics.catalogueReads.inc({ database: read ? 'standby' : 'primary' })
      return read ? read.result : readPrimary(work)
    }
  return { read: readFrom((work) => work(db)), readTogether: readFrom((work) => inOneState(db, work)) }
}

/** Throws when it takes too long. */
async function soonEnough<T>(reading: Promise<T>) {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${STANDBY_MS} ms`)), STANDBY_MS)
  })
  try {
    return await Promise.race([reading, late])
  } finally {
    clearTimeout(timer)
  }
}
