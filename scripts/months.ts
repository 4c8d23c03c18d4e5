import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'

// `npm run months -- --seeds 20` lives through 20 random months of a shop, on SQLite and PostgreSQL alike. `--seed 7` begins with that one,
// `--only sqlite` or `--only postgres` leaves the other engine out. It ends with 1 where money was held, paid back twice, or differs
// between books and payment service.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '30' },
    only: { type: 'string' },
  },
})

const test = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', 'src/app/tests/months/months.test.ts']
const engines = [
  { name: 'sqlite', command: test },
  { name: 'postgres', command: [process.execPath, 'scripts/with-postgres.ts', ...test] },
].filter(({ name }) => values.only === undefined || values.only === name)
if (engines.length === 0) {
  console.error('--only is sqlite or postgres')
  process.exitCode = 2
}

for (const { name, command } of engines) {
  console.log(`${values.seeds} months on ${name}, from seed ${values.seed} on`)
  const [program = '', ...words] = command
  const env = { ...process.env, TEST_SEED: values.seed, TEST_MONTHS: values.seeds, TEST_DAYS: values.days }
  const [code] = await once(spawn(program, words, { stdio: 'inherit', env }), 'exit')
  if (code !== 0) process.exitCode = 1
}
