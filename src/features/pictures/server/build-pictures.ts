import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { describePictures, sitePictures } from './describe-pictures.ts'
import { encodeFile, findMissing, keepFile, listVariants, PICTURES_FOLDER } from './picture-files.ts'

// Makes all files of the demo pictures that are missing, for `npm run build` and tests; `npm start` makes them later
// (make-in-background.ts).

const PROGRESS_MS = 5000

async function writeIfChanged(file: URL, content: string) {
  const before = await readFile(file, 'utf8').catch(() => '')
  if (before !== content) await writeFile(file, content)
}

async function removeOutdated(keys: Set<string>) {
  const folders = await readdir(PICTURES_FOLDER).catch(() => [])
  await Promise.all(
    folders
      .filter((folder) => !folder.startsWith('.') && !keys.has(folder))
      .map((folder) => rm(join(PICTURES_FOLDER, folder), { recursive: true })),
  )
}

const pictures = await describePictures()
await writeIfChanged(new URL('pictures.json', import.meta.url), `${JSON.stringify(pictures, null, 2)}\n`)
await writeIfChanged(
  new URL('../site-pictures.json', import.meta.url),
  `${JSON.stringify(sitePictures(pictures), null, 2)}\n`,
)
await removeOutdated(new Set(Object.values(pictures).map((picture) => picture.key)))

const missing = [...(await findMissing(listVariants(pictures))).values()]
const waiting = [...missing]
let toldAt = performance.now()
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    await keepFile(next, await encodeFile(next))
    if (performance.now() - toldAt < PROGRESS_MS) continue
    toldAt = performance.now()
    console.log(`  ${missing.length - waiting.length} of ${missing.length} files`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
