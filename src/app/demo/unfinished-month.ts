import { rm } from 'node:fs/promises'
import path from 'node:path'

const MADE_IN = '.month.sqlite'

export const unfinishedMonth = (folder: string) => path.join(folder, MADE_IN)

/** Removes what a start left that was killed while it made the month. */
export async function removeUnfinishedMonth(folder: string) {
  const endings = ['', '-wal', '-shm', '.new', '.new-wal', '.new-shm']
  await Promise.all(endings.map((ending) => rm(`${unfinishedMonth(folder)}${ending}`, { force: true })))
}
