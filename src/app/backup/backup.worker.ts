import { parentPort, workerData } from 'node:worker_threads'
import { BackupRefused } from './manifest.ts'
import { writeBackup } from './write-backup.ts'

// A thread of its own: copying the database does not wait for anything, and would hold up the shop.
writeBackup(workerData).then(
  (written) => parentPort?.postMessage({ written }),
  (error: unknown) => {
    if (!(error instanceof BackupRefused)) throw error
    parentPort?.postMessage({ refused: error.message })
  },
)
