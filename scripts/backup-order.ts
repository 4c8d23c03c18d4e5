import path from 'node:path'
import { parseArgs } from 'node:util'
import { readSettings, stopWith } from './shop-command.ts'

/** Ends the process when settings or FILE make no sense. */
export function readOrder(command: 'backup' | 'restore', flags: 'overwrite'[]) {
  const config = readSettings()
  if (config.otherBackupTool) stopWith(config.otherBackupTool, 2)
  const { positionals, values } = readArguments(command, flags)
  const [file] = positionals
  if (positionals.length !== 1 || !file) stopWith(usage(command, flags))
  return { config, file: path.resolve(file), overwrite: values.overwrite === true }
}

const usage = (command: string, flags: readonly string[]) =>
  `Say which file: npm run ${command} -- FILE${flags.map((flag) => ` [--${flag}]`).join('')}`

function readArguments(command: string, flags: readonly string[]) {
  try {
    const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
    return parseArgs({ allowPositionals: true, options })
  } catch {
    return stopWith(usage(command, flags))
  }
}
