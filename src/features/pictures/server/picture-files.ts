import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listFiles } from '#kernel/storage/list-files.ts'
import { decodePicture, encodeVariant, type PictureFormat } from './encode-picture.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
export const SOURCES_FOLDER = join(ROOT, 'catalogue')
export const PICTURES_FOLDER = join(ROOT, 'build', 'pictures')

export interface Variant {
  /** Its place in the folder and under /media: `{key}/{width}.{avif|webp}`. */
  name: string
  source: string
  width: number
  format: PictureFormat
}

/** First the WebP, which take a tenth of the time of the AVIF. */
export function listVariants(pictures: Record<string, { key: string; widths: readonly number[] }>) {
  const variants = new Map<string, Variant>()
  for (const format of ['webp', 'avif'] as const)
    for (const [picture, { key, widths }] of Object.entries(pictures))
      for (const width of widths) {
        const name = `${key}/${width}.${format}`
        variants.set(name, { name, source: join(SOURCES_FOLDER, `${picture}.jpg`), width, format })
      }
  return variants
}

export async function findMissing(variants: ReadonlyMap<string, Variant>, folder = PICTURES_FOLDER) {
  const missing = new Map(variants)
  for (const file of await listFiles(folder)) missing.delete(file)
  return missing
}

export async function encodeFile({ source, width, format }: Variant) {
  return encodeVariant(await decodePicture(source, width), width, format)
}

/** A file appears whole or not at all, also when two processes make it at once. */
export async function keepFile({ name }: Variant, content: Buffer, folder = PICTURES_FOLDER) {
  const file = join(folder, name)
  const unfinished = `${file}.${process.pid}.part`
  await mkdir(dirname(file), { recursive: true })
  await writeFile(unfinished, content)
  await rename(unfinished, file)
}
