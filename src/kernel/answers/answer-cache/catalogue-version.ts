import type { Db } from '../../db/database.ts'

/** The catalogue's version, by which kept answers are checked. Undefined means unknown; functions throw what the database throws. */
export interface CatalogueVersion {
  /** The version if nothing can have changed it: it was read less than a second ago, and this process has written nothing since. */
  certain: () => number | undefined
  latest: () => Promise<number>
  read: () => Promise<number>
  /** When this process asked for the version that it has, by performance.now(). */
  seenAt: () => number
  hasChanged: (id: string, since: number) => boolean | undefined
  changedSince: (version: number) => string[] | undefined
  /** Does this database, or this transaction's state of it, have version `at` or a later one? Throws what the database throws. */
  covers: (db: Db, at: number) => Promise<boolean>
  /** Does the catalogue change more than three times a second just now? */
  isBusy: () => boolean
  stop: () => Promise<void>
}
