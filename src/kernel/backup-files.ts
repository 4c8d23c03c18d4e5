import { readdir } from 'node:fs/promises'

/** haat-2026-01-31T10-00-00Z.tar sorts by age; not every system allows a colon. */
export const backupNameAt = (at: Date) => `haat-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
const namePattern = /^haat-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

/** In milliseconds. */
export const timeOfBackup = (name: string) => Date.parse(name.replace(namePattern, '$1T$2:$3:$4Z'))

/** The names of whole backups, the oldest first. */
export const listBackups = async (dir: string) => (await readdir(dir)).filter((name) => namePattern.test(name)).sort()
