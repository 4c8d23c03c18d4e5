import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#testing/program.ts'

/**
 * The arguments of Node in `npm start`, from this working copy's package.json, so that measurements run the same. Older commits may name
 * settings before them. Throws when the script has another form.
 */
export function startCommandOf(folder: string) {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [, settings = '', args] = /^(?:exec env ((?:\w+=\S+ )+))?node (.+)$/.exec(scripts.start) ?? []
  if (!args) throw new Error(`npm start has another form: ${scripts.start}`)
  const pairs = settings.split(' ').filter(Boolean)
  return {
    args: args.split(' '),
    env: Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])),
  }
}

export const startCommand = startCommandOf(root)
