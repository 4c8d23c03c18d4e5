import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

function canRun(file: string) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Names are looked for on PATH. */
export function findProgram(names: readonly string[]) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find(canRun)
}
