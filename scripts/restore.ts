import path from 'node:path'
import { BackupRefused } from '#app/backup/manifest.ts'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { sayWhatIsSkipped } from '#app/skip-numbers.ts'
import { CannotStart } from '#kernel/cannot-start.ts'
import { readOrder } from './backup-order.ts'
import { stopWith } from './shop-command.ts'

// npm run restore -- FILE: puts a backup into an empty DATA_DIR.

const { config, file } = readOrder('restore', [])
try {
  const { manifest, skipped } = await restoreBackup({ dataDir: config.dataDir, file })
  const { madeAt, files } = manifest
  console.log(`Restored ${file} of ${madeAt} to ${path.resolve(config.dataDir)}: ${files.length - 1} files of pictures`)
  for (const one of skipped) console.log(sayWhatIsSkipped(one))
  console.log('Who knows the last number that was given out says it before the start: npm run restored -- orders=1234')
} catch (error) {
  const isTold = error instanceof BackupRefused || error instanceof CannotStart
  stopWith(isTold ? error.message : `Restoring failed: ${error instanceof Error ? error.message : error}`)
}
