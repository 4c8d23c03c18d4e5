import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CannotStart } from '#kernel/cannot-start.ts'
import { succeeds } from '#shared/deferred.ts'
import { databaseFailure } from './failures.ts'
import { quickCheck } from './sqlite/check-database.ts'

export const MARKER = 'haat-data'
const MARKER_TEXT = 'This folder belongs to a Haat shop: its database, uploaded pictures and mail.\n'
export const DATABASE = 'haat.sqlite'
export const LOCK = '.lock.sqlite'
/** There while a backup is being restored: the folder is whole only once it has the marker. */
export const RESTORING = '.restoring'
const SQLITE_HEADER = 'SQLite format 3\0'
const SQLITE_HEADER_BYTES = 100
/** Above this size the full check runs after the start (check-database.ts). */
const CHECKED_AT_START_BYTES = 200 * 1024 * 1024

export const exists = (file: string) => succeeds(access(file))

export const listEntries = async (dir: string) =>
  (await readdir(dir)).filter((name) => !name.startsWith('.') && name !== 'lost+found')

const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )

/** Opens DATA_DIR for this process alone. Throws CannotStart (in use, not ours, a file, damaged), having written nothing. */
export async function openDataDir(dir: string, checkedAtStartBytes = CHECKED_AT_START_BYTES) {
  await refuseForeign(dir)
  await mkdir(dir, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new CannotStart(`DATA_DIR ${dir} cannot be made: ${error.message}`)
  })
  const lock = takeLock(dir)
  const databaseFile = path.join(dir, DATABASE)
  try {
    const isDamaged = await looksDamaged(databaseFile)
    const isUnchecked = (await sizeOf(databaseFile)) > checkedAtStartBytes
    if (isDamaged || (!isUnchecked && !(await passesQuickCheck(databaseFile))))
      throw new CannotStart(`The database in DATA_DIR ${dir} is damaged: restore a backup`)
    await mark(dir)
    return { databaseFile, isUnchecked, release: () => lock.close() }
  } catch (error) {
    lock.close()
    throw error
  }
}

/** Writes the marker whole or not at all: a folder with half a marker would be taken for somebody else's. */
export async function mark(dir: string) {
  const marker = path.join(dir, MARKER)
  if (await exists(marker)) return
  const unfinished = path.join(dir, `.${MARKER}.new`)
  await writeFile(unfinished, MARKER_TEXT, { flush: true })
  await rename(unfinished, marker)
}

async function refuseForeign(dir: string) {
  const found = await stat(dir).catch(() => undefined)
  if (!found) return
  if (!found.isDirectory()) throw new CannotStart(`DATA_DIR ${dir} is a file, not a directory`)
  const marker = await readFile(path.join(dir, MARKER), 'utf8').catch(() => '')
  if (marker.startsWith('This folder belongs to a Haat shop')) return
  if (await isHalfRestored(dir))
    throw new CannotStart(`A restore into DATA_DIR ${dir} was interrupted: run npm run restore again`)
  if ((await listEntries(dir)).length > 0) throw new CannotStart(`DATA_DIR ${dir} is not empty and holds no Haat data`)
}

export const isHalfRestored = async (dir: string) =>
  (await exists(path.join(dir, RESTORING))) && !(await exists(path.join(dir, MARKER)))

/** The lock is an open exclusive transaction, which the system ends however the process dies. Throws CannotStart. */
export function takeLock(dir: string) {
  try {
    const lock = new DatabaseSync(path.join(dir, LOCK))
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    if (databaseFailure(error) === 'busy') throw new CannotStart(`DATA_DIR ${dir} is in use by another process`)
    const reason = error instanceof Error ? error.message : error
    throw new CannotStart(`DATA_DIR ${dir} cannot be locked: ${reason}`)
  }
}

async function looksDamaged(file: string) {
  const hasLog = (await sizeOf(`${file}-wal`)) > 0
  if (!(await exists(file))) return hasLog
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE_HEADER_BYTES), 0, SQLITE_HEADER_BYTES, 0)
    if (bytesRead < SQLITE_HEADER_BYTES || !buffer.toString('latin1').startsWith(SQLITE_HEADER)) return true
    const pageSize = buffer.readUInt16BE(16) === 1 ? 65536 : buffer.readUInt16BE(16)
    const { size } = await handle.stat()
    // After a crash the newest pages may be in the -wal file only.
    return !hasLog && size < buffer.readUInt32BE(28) * pageSize
  } finally {
    await handle.close()
  }
}

/** Reads the whole file, and leaves no file behind that was not there. */
async function passesQuickCheck(file: string) {
  if (!(await exists(file))) return true
  const companions = [`${file}-wal`, `${file}-shm`]
  const absent: string[] = []
  for (const companion of companions) if (!(await exists(companion))) absent.push(companion)
  const passes = quickCheck(file) === undefined
  if (!passes) for (const companion of absent) await rm(companion, { force: true })
  return passes
}
