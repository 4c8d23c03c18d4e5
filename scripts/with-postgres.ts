import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { findPostgres, startPostgres } from './postgres.ts'

// `node scripts/with-postgres.ts COMMAND …` runs the command with TEST_DATABASE_URL, which leads to a PostgreSQL of its own.

const [command, ...args] = process.argv.slice(2)
const bin = await findPostgres()
if (!command || !bin) {
  console.error(command ? 'PostgreSQL is missing. Install it (Debian: apt-get install postgresql)' : 'Say what to run')
  process.exit(1)
}
// Durability is not what tests look at: without fsync their many small databases are made quickly.
const postgres = await startPostgres({ bin, fsync: false })
try {
  console.log(`${postgres.version} at ${postgres.url}`)
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, TEST_DATABASE_URL: postgres.url } })
  // Whoever stops us stops the command first, so that the database is removed after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
} finally {
  await postgres.remove()
}
