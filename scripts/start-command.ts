import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#testing/program.ts'

/**
 * What `npm start` runs in the end, in the working copy in this folder: the arguments of Node and the settings before it, read from
 * package.json, so that whoever measures the shop or breaks it runs the same. Throws when the script has another form.
 */
export function startCommandOf(folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, settings, args] = /^exec env ((?:\w+=\S+ )+)node (.+)$/.exec(scripts.start) ?? []
  if (!settings || !args) throw new Error(`npm start has another form: ${scripts.start}`)
  const pairs = settings.trim().split(' ')
  return {
    args: args.split(' '),
    env: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
  }
}

export const startCommand = startCommandOf(root)
