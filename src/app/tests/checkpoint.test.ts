import { once } from 'node:events'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { takeSnapshot } from '#app/backup/snapshot.ts'
import { checkInBackground } from '#kernel/db/sqlite/check-database.ts'
import { openSqlite } from '#kernel/db/sqlite/sqlite.ts'

const BYTES = 1_000_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'haat-log-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('what was written while somebody else read all of the file', () => {
  it.each([
    ['the check after a start', (file: string) => once(checkInBackground(file, pino({ level: 'silent' })), 'exit')],
    ['a backup', (file: string) => takeSnapshot(file, path.join(folder, 'snapshot'))],
  ])('is in the file when %s is over, and not left to the next commit', async (_, read) => {
    const file = path.join(folder, 'haat.sqlite')
    const database = openSqlite(file)
    // As while the file is read.
    database.exec('pragma wal_autocheckpoint = 0')
    database.exec(`create table t (content blob); insert into t values (randomblob(${BYTES}))`)
    expect((await stat(file)).size).toBeLessThan(BYTES)
    await read(file)
    expect((await stat(file)).size).toBeGreaterThan(BYTES)
    database.close()
  })
})
