import { type Deferred, deferred } from '#shared/deferred.ts'
import type { Db } from '../database.ts'

const MAX_KEYS = 100

/** Looks up rows by key, one statement for all keys asked for meanwhile; none sent before its question answers it. `find` gives any order. */
export function batched<Row>(
  find: (db: Db, values: { keys: string[] }) => Promise<Row[]>,
  keyOf: (row: Row) => string,
) {
  const lookUps = new WeakMap<Db, (key: string) => Promise<Row | undefined>>()

  function createLookUp(db: Db) {
    let waiting = new Map<string, Deferred<Row | undefined>>()
    let isBusy = false

    async function ask() {
      const asked = new Map([...waiting].slice(0, MAX_KEYS))
      waiting = new Map([...waiting].slice(MAX_KEYS))
      try {
        const rows = new Map((await find(db, { keys: [...asked.keys()] })).map((row) => [keyOf(row), row]))
        for (const [key, { resolve }] of asked) resolve(rows.get(key))
      } catch (error) {
        for (const { reject } of asked.values()) reject(error)
      }
      isBusy = false
      if (waiting.size > 0) begin()
    }
    function begin() {
      isBusy = true
      setImmediate(ask)
    }

    return (key: string) => {
      const question = waiting.get(key) ?? deferred<Row | undefined>()
      waiting.set(key, question)
      if (!isBusy) begin()
      return question.promise
    }
  }

  return (db: Db, key: string) => {
    const lookUp = lookUps.get(db) ?? createLookUp(db)
    lookUps.set(db, lookUp)
    return lookUp(key)
  }
}
