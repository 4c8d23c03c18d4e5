import path from 'node:path'
import { BackupRefused } from '#app/backup/manifest.ts'
import { writeBackup } from '#app/backup/write-backup.ts'
import { withDecimals } from '#shared/numbers.ts'
import { readOrder } from './backup-order.ts'
import { stopWith } from './shop-command.ts'

// npm run backup -- FILE [--overwrite]: database and pictures of a shop, which may be running, in one file.

const { config, file, overwrite } = readOrder('backup', ['overwrite'])
try {
  const { bytes, pictures, missing } = await writeBackup({ dataDir: config.dataDir, file, overwrite })
  console.log(
    `Backed up ${path.resolve(config.dataDir)} to ${file}: ${withDecimals(bytes / 1e6, 1)} MB, ${pictures} files of pictures`,
  )
  if (missing.length > 0) console.warn(`Not in DATA_DIR, though the database names them: ${missing.join(', ')}`)
} catch (error) {
  stopWith(
    error instanceof BackupRefused
      ? error.message
      : `The backup failed: ${error instanceof Error ? error.message : error}`,
  )
}
