import { readdir } from 'node:fs/promises'
import path from 'node:path'

const isNoFolder = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

async function entriesOf(folder: string) {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isNoFolder(error)) return []
    throw error
  }
}

/** The files in a folder's folders, as `folder/file`. Node's recursive listing fails when a folder goes meanwhile, as a product's picture may. */
export async function listFiles(root: string): Promise<string[]> {
  const files: string[] = []
  for (const folder of await entriesOf(root))
    for (const file of await entriesOf(path.join(root, folder))) files.push(`${folder}/${file}`)
  return files
}
