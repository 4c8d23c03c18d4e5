import { DatabaseSync } from 'node:sqlite'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { databaseFailure } from '../failures.ts'
import { checkpoint } from './checkpoint.ts'

/** The first fault of an SQLite file, or undefined. Reads all of it, writes nothing. Throws when it cannot be read just now. */
export function quickCheck(file: string): string | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true })
    try {
      const result = database.prepare('PRAGMA quick_check(1)').get()?.quick_check
      return result === 'ok' ? undefined : String(result)
    } finally {
      database.close()
    }
  } catch (error) {
    if (databaseFailure(error)) throw error
    return error instanceof Error ? error.message : String(error)
  }
}

/** Checks a database too large for a check before the start, on a thread of its own, and logs the result. */
export function checkInBackground(file: string, log: FastifyBaseLogger) {
  const worker = new Worker(new URL(import.meta.url), { workerData: file })
  worker.unref()
  worker.once('message', (problem: string | undefined) => {
    if (problem === undefined) log.info('the database was checked and is whole')
    else log.error({ problem }, 'The database is damaged: restore a backup')
  })
  worker.once('error', (error) => log.warn({ err: error }, 'the database could not be checked'))
  return worker
}

if (!isMainThread && typeof workerData === 'string') {
  const problem = quickCheck(workerData)
  if (problem === undefined) checkpoint(workerData)
  parentPort?.postMessage(problem)
}
