import { createWriteStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DATABASE, LOCK, listEntries, MARKER, MARKER_TEXT, takeLock } from '#server/data-dir.ts'
import { BackupRefused, checkMigrations, type Manifest, MEDIA } from './manifest.ts'
import { prepareRestored } from './prepare-restored.ts'
import { readBackup } from './read-backup.ts'
import { inspectDatabase } from './snapshot.ts'

/** Where the files wait until all of them are there. A dot file: a folder that holds only this counts as empty. */
const STAGING = '.restoring'

/**
 * Puts a backup into an empty DATA_DIR, or one that is not there yet. The file is read and compared with its checksums to its
 * end before anything is written. Throws BackupRefused, or CannotStart when a shop holds the folder; then all is as it was.
 */
export async function restoreBackup({ dataDir, file }: { dataDir: string; file: string }): Promise<Manifest> {
  const wasThere = await checkEmpty(dataDir)
  const manifest = await readBackup(file)
  await checkMigrations(manifest.migrations)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = takeLock(dataDir)
  try {
    await unpack(file, dataDir)
  } catch (error) {
    lock.close()
    await rm(wasThere ? path.join(dataDir, STAGING) : dataDir, { recursive: true, force: true })
    await rm(path.join(dataDir, LOCK), { force: true })
    throw error
  }
  lock.close()
  return manifest
}

async function checkEmpty(dataDir: string) {
  const found = await lstat(dataDir).catch(() => undefined)
  if (!found) return false
  if (!found.isDirectory()) throw new BackupRefused(`DATA_DIR ${dataDir} is a file, not a directory`)
  if ((await listEntries(dataDir)).length > 0)
    throw new BackupRefused(`DATA_DIR ${dataDir} is not empty: restore into an empty one`)
  return true
}

async function unpack(file: string, dataDir: string) {
  const staging = path.join(dataDir, STAGING)
  await rm(staging, { recursive: true, force: true })
  await mkdir(path.join(staging, MEDIA), { recursive: true, mode: 0o700 })
  await readBackup(file, async (name, chunks) => {
    const target = path.join(staging, name)
    await mkdir(path.dirname(target), { recursive: true })
    await pipeline(chunks, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  })
  const { migrations } = inspectDatabase(path.join(staging, DATABASE))
  await checkMigrations(migrations)
  await prepareRestored(path.join(staging, DATABASE))

  await rename(path.join(staging, MEDIA), path.join(dataDir, MEDIA))
  await rename(path.join(staging, DATABASE), path.join(dataDir, DATABASE))
  await rm(staging, { recursive: true })
  // Last: without it a shop does not take the folder for its own.
  await writeFile(path.join(dataDir, MARKER), MARKER_TEXT, { flush: true })
  const folder = await open(dataDir)
  await folder.sync().finally(() => folder.close())
}
