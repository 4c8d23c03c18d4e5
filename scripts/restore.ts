import path from 'node:path'
import { BackupRefused } from '#app/backup/manifest.ts'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { CannotStart } from '#kernel/cannot-start.ts'
import { readOrder } from './backup-order.ts'
import { stopWith } from './shop-command.ts'

// npm run restore -- FILE: puts a backup into an empty DATA_DIR.

const { config, file } = readOrder('restore', [])
try {
  const { madeAt, files } = await restoreBackup({ dataDir: config.dataDir, file })
  console.log(`Restored ${file} of ${madeAt} to ${path.resolve(config.dataDir)}: ${files.length - 1} files of pictures`)
} catch (error) {
  const isTold = error instanceof BackupRefused || error instanceof CannotStart
  stopWith(isTold ? error.message : `Restoring failed: ${error instanceof Error ? error.message : error}`)
}
