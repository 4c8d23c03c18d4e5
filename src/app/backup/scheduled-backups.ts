import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Job } from '#kernel/background.ts'
import { backupNameAt, listBackups, timeOfBackup } from '#kernel/backup-files.ts'
import type { Deps } from '#kernel/deps.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/time.ts'
import type { BackupOrder, WrittenBackup } from './write-backup.ts'

const CHECK_MS = MINUTE_MS
/** A full disk is not tried again each minute. */
const RETRY_MS = HOUR_MS

const leftoverPattern = /^haat-.*\.tar\.[0-9a-f]+\.(?:part|snapshot)$/

const Answer = z.union([
  z.object({ written: z.object({ bytes: z.number(), pictures: z.number(), missing: z.array(z.string()) }) }),
  z.object({ refused: z.string() }),
])

type Keeping = { dir: string; everyMs: number; keep: number }

/** Makes a backup whenever the newest is older than BACKUP_EVERY_HOURS. After a failure it waits an hour. A stop breaks the backup off. */
export function backupJob(
  { config, metrics, log, now }: Pick<Deps, 'config' | 'metrics' | 'log' | 'now'>,
  { dir, everyMs, keep }: Keeping,
): Job {
  let worker: Worker | undefined
  let notBefore = 0

  async function makeIfDue(isStopping: () => boolean) {
    const at = now()
    await mkdir(dir, { recursive: true, mode: 0o700 })
    const newest = (await listBackups(dir)).at(-1)
    if (newest !== undefined) metrics.newestBackup.set(timeOfBackup(newest) / SECOND_MS)
    if (newest !== undefined && at.getTime() - timeOfBackup(newest) < everyMs) return

    for (const name of await readdir(dir)) if (leftoverPattern.test(name)) await rm(path.join(dir, name))
    if (isStopping()) return
    const name = backupNameAt(at)
    const written = await write({ dataDir: config.dataDir, file: path.join(dir, name), overwrite: false })
    if (written.missing.length > 0) log.warn({ missing: written.missing }, 'pictures that the database names are gone')
    log.info({ backup: name, bytes: written.bytes, pictures: written.pictures }, 'backup made')
    metrics.backups.inc({ result: 'made' })
    metrics.newestBackup.set(timeOfBackup(name) / SECOND_MS)
    // Old backups are deleted only after a new one is complete.
    for (const old of (await listBackups(dir)).slice(0, -keep)) await rm(path.join(dir, old))
  }

  function write(order: BackupOrder) {
    return new Promise<WrittenBackup>((resolve, reject) => {
      worker = new Worker(new URL('./backup.worker.ts', import.meta.url), { workerData: order })
      worker.once('message', (message) => {
        const answer = Answer.parse(message)
        if ('written' in answer) resolve(answer.written)
        else reject(new Error(answer.refused))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the backup was broken off')))
    })
  }

  return {
    name: 'backups',
    everyMs: CHECK_MS,
    first: 'listening',
    async work(isStopping) {
      if (now().getTime() < notBefore) return
      try {
        await makeIfDue(isStopping)
      } catch (error) {
        if (isStopping()) return
        notBefore = now().getTime() + RETRY_MS
        metrics.backups.inc({ result: 'failed' })
        throw error
      }
    },
    breakOff: () => worker?.terminate(),
  }
}
