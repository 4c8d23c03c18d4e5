import { parentPort, workerData } from 'node:worker_threads'
import { BackupRefused } from './manifest.ts'
import { writeBackup } from './write-backup.ts'

// A thread of its own: VACUUM INTO runs without a pause and would block the shop's event loop.
writeBackup(workerData).then(
  (written) => parentPort?.postMessage({ written }),
  (error: unknown) => {
    if (!(error instanceof BackupRefused)) throw error
    parentPort?.postMessage({ refused: error.message })
  },
)
