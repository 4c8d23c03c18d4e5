import { createWriteStream } from 'node:fs'
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DATABASE, isHalfRestored, LOCK, listEntries, MARKER, mark, RESTORING, takeLock } from '#kernel/db/data-dir.ts'
import type { Skipped } from '../skip-numbers.ts'
import { BackupRefused, checkMigrations, type Manifest, MEDIA } from './manifest.ts'
import { prepareRestored } from './prepare-restored.ts'
import { readBackup } from './read-backup.ts'
import { inspectDatabase } from './snapshot.ts'

interface Restored {
  manifest: Manifest
  skipped: Skipped[]
}

const RESTORED = [MEDIA, DATABASE]

/** Puts a backup, checked first, into an empty DATA_DIR or one of a broken-off restore; all or nothing. Throws BackupRefused, CannotStart. */
export async function restoreBackup({ dataDir, file }: { dataDir: string; file: string }): Promise<Restored> {
  const wasThere = await checkEmpty(dataDir)
  const manifest = await readBackup(file)
  await checkMigrations(manifest.migrations)

  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = takeLock(dataDir)
  let hasBegun = false
  let skipped: Skipped[] = []
  try {
    await checkEmpty(dataDir)
    hasBegun = true
    skipped = await unpack(file, dataDir, new Date(manifest.madeAt))
  } catch (error) {
    lock.close()
    if (hasBegun) await undo(dataDir, wasThere)
    throw error
  }
  lock.close()
  return { manifest, skipped }
}

async function undo(dataDir: string, wasThere: boolean) {
  if (!wasThere) return rm(dataDir, { recursive: true, force: true })
  await clear(dataDir)
  await rm(path.join(dataDir, LOCK), { force: true })
}

async function checkEmpty(dataDir: string) {
  const found = await lstat(dataDir).catch(() => undefined)
  if (!found) return false
  if (!found.isDirectory()) throw new BackupRefused(`DATA_DIR ${dataDir} is a file, not a directory`)
  const mayHold = (await isHalfRestored(dataDir)) ? RESTORED : []
  if ((await listEntries(dataDir)).some((name) => !mayHold.includes(name)))
    throw new BackupRefused(`DATA_DIR ${dataDir} is not empty: restore into an empty one`)
  return true
}

async function clear(dataDir: string) {
  for (const name of [MARKER, ...RESTORED, RESTORING])
    await rm(path.join(dataDir, name), { recursive: true, force: true })
}

/** The files wait in a folder of their own until all of them are there. */
async function unpack(file: string, dataDir: string, madeAt: Date) {
  const staging = path.join(dataDir, RESTORING)
  await clear(dataDir)
  await mkdir(path.join(staging, MEDIA), { recursive: true, mode: 0o700 })
  await readBackup(file, async (name, chunks) => {
    const target = path.join(staging, name)
    await mkdir(path.dirname(target), { recursive: true })
    await pipeline(chunks, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true }))
  })
  const { migrations } = inspectDatabase(path.join(staging, DATABASE))
  await checkMigrations(migrations)
  const skipped = await prepareRestored(path.join(staging, DATABASE), madeAt)

  for (const name of RESTORED) await rename(path.join(staging, name), path.join(dataDir, name))
  // From here on it is a shop; until then the same restore can be repeated.
  await mark(dataDir)
  await rm(staging, { recursive: true })
  const folder = await open(dataDir)
  await folder.sync().finally(() => folder.close())
  return skipped
}
