import type { FastifyBaseLogger } from 'fastify'
import { AppError } from '#shared/app-error.ts'
import { SECOND_MS } from '#shared/time.ts'
import type { Db } from '../../db/database.ts'
import { inOneState } from '../../db/engine.ts'
import type { Metrics } from '../../observe/metrics.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

/** A standby that has not answered by then is passed over, and left alone for as long. */
const STANDBY_MS = SECOND_MS
/** A standby that lags is left alone for so long: replaying a change takes it some milliseconds. */
const CATCHING_UP_MS = 50

export interface CatalogueSource {
  /** Reads the catalogue of this version or a later one: from the standby if it has that, else from the primary. Throws what `work` throws. */
  read: <T>(version: number | undefined, work: (db: Db) => Promise<T>) => Promise<T>
  readTogether: <T>(version: number | undefined, work: (db: Db) => Promise<T>) => Promise<T>
}

interface Parts {
  db: Db
  standby: Db | undefined
  version: CatalogueVersion
  log: FastifyBaseLogger
  metrics: Metrics
}

/** The standby's version is read together with the content, so nothing old is taken for new, however far the standby lags. */
export function createCatalogueSource({ db, standby, version, log, metrics }: Parts): CatalogueSource {
  if (!standby) return { read: (_, work) => work(db), readTogether: (_, work) => inOneState(db, work) }
  let restsUntil = 0
  let isAway = false

  function rest(ms: number) {
    restsUntil = performance.now() + ms
  }

  async function readStandby<T>(own: Db, at: number | undefined, work: (db: Db) => Promise<T>) {
    if (at === undefined || performance.now() < restsUntil) return undefined
    try {
      const reading = inOneState(own, async (tx) => {
        return (await version.covers(tx, at)) ? { result: await work(tx) } : undefined
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
