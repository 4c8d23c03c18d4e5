import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { decodePicture, encodeVariants } from '#features/catalog/server/encode-picture.ts'
import {
  describePictures,
  PICTURES_FOLDER,
  SOURCES_FOLDER,
  type SourcePicture,
  sitePictures,
} from './describe-pictures.ts'

// Makes the variants of the demo pictures: build/pictures/{key}/{width}.{avif|webp}. Run by `npm run build` and before the
// shop starts. Pictures that are there already are left alone.

const PROGRESS_MS = 5000

async function writeIfChanged(file: URL, content: string) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before !== content) await writeFile(file, content)
}

/** Encodes one picture into a folder that gets its name when it is complete, so that a stopped build leaves no half picture. */
async function encode(name: string, { key, width, widths }: SourcePicture) {
  const unfinished = join(PICTURES_FOLDER, `.${key}`)
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  const picture = await decodePicture(join(SOURCES_FOLDER, `${name}.jpg`), width)
  const save = (file: string, bytes: Buffer) => writeFile(join(unfinished, file), bytes)
  await encodeVariants(picture, widths, 'webp', save)
  await encodeVariants(picture, widths, 'avif', save)
  await rename(unfinished, join(PICTURES_FOLDER, key))
}

async function removeOutdated(keys: Set<string>) {
  const folders = await readdir(PICTURES_FOLDER).catch(() => [])
  await Promise.all(
    folders
      .filter((folder) => !keys.has(folder))
      .map((folder) => rm(join(PICTURES_FOLDER, folder), { recursive: true })),
  )
}

const pictures = await describePictures()
await writeIfChanged(new URL('pictures.json', import.meta.url), `${JSON.stringify(pictures, null, 2)}\n`)
await writeIfChanged(
  new URL('site-pictures.json', import.meta.url),
  `${JSON.stringify(sitePictures(pictures), null, 2)}\n`,
)
await removeOutdated(new Set(Object.values(pictures).map((picture) => picture.key)))

const missing = Object.entries(pictures).filter(([, picture]) => !existsSync(join(PICTURES_FOLDER, picture.key)))
const waiting = [...missing]
let toldAt = performance.now()
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await encode(...next)
    if (performance.now() - toldAt < PROGRESS_MS) continue
    toldAt = performance.now()
    console.log(`  ${missing.length - waiting.length} of ${missing.length} pictures`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
