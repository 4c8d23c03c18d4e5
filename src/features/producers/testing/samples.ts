import type { Db } from '#kernel/db/database.ts'
import { addSamples } from '../server/sample-producers.ts'

/** Gives a shop the demo's sample producers, without its products. */
export const withSamples = (db: Db) => db.transaction().execute((tx) => addSamples(tx, new Date()))
