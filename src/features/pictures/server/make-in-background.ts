import { access, constants as files, mkdir } from 'node:fs/promises'
import { CannotStart } from '#kernel/cannot-start.ts'
import { takeLock } from '#kernel/db/data-dir.ts'
import { encodeFile, findMissing, keepFile, listVariants, PICTURES_FOLDER } from './picture-files.ts'
import pictures from './pictures.json' with { type: 'json' }

// `node make-in-background.ts [FOLDER]` makes missing demo pictures; a lock lets one process work at a time.

const folder = process.argv[2] ?? PICTURES_FOLDER

function lock() {
  try {
    return takeLock(folder)
  } catch (error) {
    if (error instanceof CannotStart) return undefined
    throw error
  }
}

// The shop holds the other end of this pipe, which closes however the shop ends.
process.stdin.on('end', () => process.exit()).resume()
await mkdir(folder, { recursive: true })
await access(folder, files.W_OK)
const held = lock()
if (held) {
  const missing = await findMissing(listVariants(pictures), folder)
  for (const variant of missing.values()) await keepFile(variant, await encodeFile(variant), folder)
  held.close()
}
process.exit()
