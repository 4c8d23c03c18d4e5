import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeFile, listVariants, PICTURES_FOLDER } from './picture-files.ts'
import pictures from './pictures.json' with { type: 'json' }

export async function readDemoPicture(name: keyof typeof pictures) {
  const webp = [...listVariants({ [name]: pictures[name] }).values()].filter(({ format }) => format === 'webp')
  const widest = webp.reduce((one, other) => (other.width > one.width ? other : one))
  return readFile(join(PICTURES_FOLDER, widest.name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return encodeFile(widest)
  })
}
