import { undoAll } from '#testing/undo.ts'
import { NO_POSTGRES, runTests, startPostgres } from './postgres.ts'

// `node scripts/with-postgres.ts COMMAND …` runs the command with TEST_DATABASE_URL, which leads to a PostgreSQL of its own.

const command = process.argv.slice(2)
try {
  // Durability is not what tests look at: without fsync their many small databases are made quickly.
  const postgres = command.length > 0 ? await startPostgres({ fsync: false }) : undefined
  if (postgres) {
    console.log(`${postgres.version} at ${postgres.url}`)
    await runTests(command, postgres.url)
  } else {
    console.error(command.length > 0 ? NO_POSTGRES : 'Say what to run')
    process.exitCode = 1
  }
} finally {
  await undoAll()
}
