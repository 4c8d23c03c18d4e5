import { access, lstat, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export const MARKER = 'haat-data'
export const MARKER_TEXT = 'This folder belongs to a Haat shop: its database, uploaded pictures and mail.\n'
export const DATABASE = 'haat.sqlite'
/** Held while a process owns the folder. */
export const LOCK = '.lock.sqlite'
const SQLITE_HEADER = 'SQLite format 3\0'
/** Above this size the full check would hold up the start. */
const QUICK_CHECK_MAX_BYTES = 200 * 1024 * 1024

/** What stops a start: one line for the operator. */
export class CannotStart extends Error {}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** What counts as content. Dot files and lost+found do not. */
export const listEntries = async (dir: string) =>
  (await readdir(dir)).filter((name) => !name.startsWith('.') && name !== 'lost+found')

/** Opens DATA_DIR for this process alone. Throws CannotStart (in use, not ours, a file, damaged); then nothing was written. */
export async function openDataDir(dir: string) {
  const found = await lstat(dir).catch(() => undefined)
  if (found?.isFile()) throw new CannotStart(`DATA_DIR ${dir} is a file, not a directory`)
  if (found) {
    const entries = await listEntries(dir)
    if (entries.length > 0 && !entries.includes(MARKER))
      throw new CannotStart(`DATA_DIR ${dir} is not empty and holds no Haat data`)
    if (
      entries.includes(MARKER) &&
      !(await readFile(path.join(dir, MARKER), 'utf8')).startsWith('This folder belongs to a Haat shop')
    ) {
      throw new CannotStart(`DATA_DIR ${dir} is not empty and holds no Haat data`)
    }
  }
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const lock = takeLock(dir)
  try {
    await checkDatabase(path.join(dir, DATABASE), dir)
    const marker = path.join(dir, MARKER)
    if (!(await exists(marker))) await writeFile(marker, MARKER_TEXT)
  } catch (error) {
    lock.close()
    throw error
  }
  return { databaseFile: path.join(dir, DATABASE), release: () => lock.close() }
}

/** An exclusive transaction held open: the system ends it when the process dies, however it dies. Throws CannotStart. */
export function takeLock(dir: string) {
  const lock = new DatabaseSync(path.join(dir, LOCK))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch {
    lock.close()
    throw new CannotStart(`DATA_DIR ${dir} is in use by another process`)
  }
}

async function checkDatabase(file: string, dir: string) {
  const damaged = () => new CannotStart(`The database in DATA_DIR ${dir} is damaged: restore a backup`)
  const found = await lstat(file).catch(() => undefined)
  if (!found) return
  const handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
  await handle.close()
  if (bytesRead > 0 && buffer.toString('latin1') !== SQLITE_HEADER) throw damaged()
  if (found.size > QUICK_CHECK_MAX_BYTES) return
  const database = new DatabaseSync(file)
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all()
    if (row?.quick_check !== 'ok') throw damaged()
  } catch {
    throw damaged()
  } finally {
    database.close()
  }
}
