import { parseArgs } from 'node:util'

export const USAGE = `npm run bench -- [mix] [options]
  mix                  a shop of 5,000 products that changes while people look around and order, instead of one request after the other
  --quick              one short turn, of mix or at 1,000 products: to see that it works
  --sizes 1000,10000   how many products (1000,10000,100000); not of mix
  --db sqlite|postgres only this database (both, when TEST_DATABASE_URL names a PostgreSQL server)
  --postgres           on a PostgreSQL of its own as well, in a temporary folder
  --only list,order    only measures whose name has one of these words
  --turns 3            how often ours and the limit take turns
  --seconds 4          how long each turn takes (8 of mix)
  --beside DIR         another working copy takes turns with this one
  --json file          where the figures go (build/bench.json, build/mix.json)
  --save               into docs/performance.json, too`

const WARM_UP_TURNS = 6

export type Engine = 'sqlite' | 'postgres'

const numbers = (text: string) => text.split(',').map(Number)

/** Throws with one line for options that make no sense. */
export function readOptions(args: readonly string[], testDatabaseUrl: string | undefined) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ help: flag, quick: flag, postgres: flag, save: flag },
      ...{ sizes: text, db: text, only: text, turns: text, seconds: text, beside: text, json: text },
    },
  })
  const { help, quick, postgres, save, only = '', beside, db } = values
  const isMix = positionals[0] === 'mix'
  if (positionals.length > (isMix ? 1 : 0)) throw new Error(`What is ${positionals.at(-1)}?\n${USAGE}`)
  const sizes = numbers(values.sizes ?? (quick ? '1000' : '1000,10000,100000'))
  const [turns = 0] = numbers(values.turns ?? (quick ? '1' : '3'))
  const [seconds = 0] = numbers(values.seconds ?? (quick ? '1' : isMix ? '8' : '4'))
  if (![...sizes, turns, seconds].every((number) => number > 0)) throw new Error(`These must be numbers.\n${USAGE}`)
  if (sizes.some((size) => size < 1000)) throw new Error('Fewer than 1000 products do not have what is measured.')
  const hasPostgres = testDatabaseUrl !== undefined || postgres
  if (db === 'postgres' && !hasPostgres)
    throw new Error('TEST_DATABASE_URL names no PostgreSQL server; --postgres starts one.')
  const engines: Engine[] = [
    ...(db === 'postgres' ? [] : ['sqlite' as const]),
    ...(db !== 'sqlite' && hasPostgres ? ['postgres' as const] : []),
  ]
  return {
    ...{ help, isMix, sizes, engines, turns, turnMs: seconds * 1000, beside, save },
    needsPostgres: engines.includes('postgres') && testDatabaseUrl === undefined,
    /** The longest that asking for every page may take before measuring. */
    warmUpMs: seconds * 1000 * WARM_UP_TURNS,
    only: only.split(',').filter(Boolean),
    json: values.json ?? (isMix ? 'build/mix.json' : 'build/bench.json'),
  }
}
export type Options = ReturnType<typeof readOptions>
