import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Where uploaded pictures are kept: names are `key/width.format`. */
export interface Storage {
  put: (name: string, content: Buffer) => Promise<void>
  /** Removes everything under a key; nothing there is no error. */
  remove: (key: string) => Promise<void>
}

/** Pictures in a folder of DATA_DIR. A file appears whole or not at all. */
export function folderStorage(folder: string): Storage {
  return {
    async put(name, content) {
      const file = path.join(folder, name)
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(`${file}.part`, content)
      await rename(`${file}.part`, file)
    },
    // Again when a variant is written at the same moment.
    remove: (key) => rm(path.join(folder, key), { recursive: true, force: true, maxRetries: 5 }),
  }
}
