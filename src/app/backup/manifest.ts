import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { DATABASE } from '#kernel/db/data-dir.ts'

/** A backup is a plain tar: the database, then the pictures, and last this list of all that must be there. */
export const MANIFEST = 'manifest.json'
export const MEDIA = 'media'

/** Nothing else is written into a backup or taken out of one. */
export const pictureName =
  /^media\/((?:product|producer|mark)-[0-9a-f]{1,64})\/(?:\d{1,5}\.(?:webp|avif)|(?<=mark-[0-9a-f]+\/)evidence\.pdf)$/

const MEGABYTE = 1024 * 1024
const MAX_PICTURE_BYTES = 50 * MEGABYTE
const MAX_MANIFEST_BYTES = 256 * MEGABYTE

export function maxBytes(name: string) {
  if (name === DATABASE) return Number.MAX_SAFE_INTEGER
  if (name === MANIFEST) return MAX_MANIFEST_BYTES
  return pictureName.test(name) ? MAX_PICTURE_BYTES : undefined
}

export const Manifest = z.object({
  format: z.literal('haat-backup-1'),
  madeAt: z.iso.datetime(),
  shopVersion: z.string(),
  migrations: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) })),
})
export type Manifest = z.output<typeof Manifest>
export type ManifestFile = Manifest['files'][number]

export class BackupRefused extends Error {}

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

/** Throws BackupRefused for a database of a newer version: migrations go one way. */
export async function checkMigrations(applied: readonly string[]) {
  const known = new Set((await readdir(migrationsFolder)).map((name) => name.replace(/\.ts$/, '')))
  const unknown = applied.find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new BackupRefused(`The backup was made by a newer version of the shop (${unknown}): upgrade the shop first`)
}
