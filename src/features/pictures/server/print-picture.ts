import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PdfPicture } from '#kernel/pdf/document.ts'
import type { Storage } from '#kernel/storage/storage.ts'
import type { ProductPicture } from '../product-picture.ts'
import { encodeSquareJpeg } from './encode-picture.ts'
import { PICTURES_FOLDER } from './picture-files.ts'

/** Pixels of a side: 15 mm at 300 dots an inch. */
const SIDE = 180

/** A square for paper, which does without: undefined when the file is missing or unreadable. */
export async function printPicture(
  storage: Storage,
  { key, widths }: Pick<ProductPicture, 'key' | 'widths'>,
): Promise<PdfPicture | undefined> {
  const width = widths.toSorted((one, other) => one - other).find((each) => each >= SIDE) ?? widths.at(-1)
  const name = `${key}/${width}.webp`
  try {
    const webp = (await storage.find(name)) ?? (await readFile(path.join(PICTURES_FOLDER, name)))
    return { jpeg: await encodeSquareJpeg(webp, SIDE), width: SIDE, height: SIDE }
  } catch {
    return undefined
  }
}
