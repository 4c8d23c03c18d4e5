import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** Neither there: it went a moment ago, or was never made; nor a folder. */
const isNoFolder = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

/** What is in a folder; nothing when there is none. Throws what else goes wrong. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isNoFolder(error)) return []
    throw error
  }
}

/**
 * The files in a folder's folders, as `folder/file`. Node's own recursive listing fails as a whole when one of them goes meanwhile, as a
 * picture does whose product has lost it.
 */
export async function listFiles(root: string): Promise<string[]> {
  const files: string[] = []
  for (const folder of await entriesOf(root))
    for (const file of await entriesOf(path.join(root, folder))) files.push(`${folder}/${file}`)
  return files
}
