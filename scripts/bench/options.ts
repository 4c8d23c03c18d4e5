import { parseArgs } from 'node:util'

export const USAGE = `npm run bench -- [options]
  --quick              one short round at 1,000 products: to see that it works
  --sizes 1000,10000   how many products (1000,10000,100000)
  --db sqlite|postgres only this database (both, when TEST_DATABASE_URL names a PostgreSQL server)
  --only list,order    only measures whose name has one of these words
  --rounds 3           how often ours and the limit take turns
  --seconds 4          how long each turn takes
  --json file          where the figures go (build/bench.json)`

export type Engine = 'sqlite' | 'postgres'

const numbers = (text: string) => text.split(',').map(Number)

/** Throws with one line for options that make no sense. */
export function readOptions(args: readonly string[], testDatabaseUrl: string | undefined) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      db: { type: 'string' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      json: { type: 'string', default: 'build/bench.json' },
    },
  })
  const { quick } = values
  const sizes = numbers(values.sizes ?? (quick ? '1000' : '1000,10000,100000'))
  const [rounds = 0] = numbers(values.rounds ?? (quick ? '1' : '3'))
  const [seconds = 0] = numbers(values.seconds ?? (quick ? '1' : '4'))
  if (![...sizes, rounds, seconds].every((number) => number > 0)) throw new Error(`These must be numbers.\n${USAGE}`)
  if (sizes.some((size) => size < 1000)) throw new Error('Fewer than 1000 products do not have what is measured.')

  const engines: Engine[] = []
  if (values.db !== 'postgres') engines.push('sqlite')
  if (values.db === 'postgres' && !testDatabaseUrl) throw new Error('TEST_DATABASE_URL names no PostgreSQL server.')
  if (values.db !== 'sqlite' && testDatabaseUrl) engines.push('postgres')
  return {
    help: values.help,
    sizes,
    engines,
    rounds,
    turnMs: seconds * 1000,
    only: values.only.split(',').filter(Boolean),
    json: values.json,
  }
}
export type Options = ReturnType<typeof readOptions>
