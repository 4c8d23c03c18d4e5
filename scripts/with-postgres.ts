import { openDatabase } from '#kernel/db/database.ts'
import { migrate } from '#kernel/db/migrate.ts'
import { undoAll } from '#testing/undo.ts'
import { databaseNamed, NO_POSTGRES, runTests, startPostgres } from './postgres.ts'

// `node scripts/with-postgres.ts COMMAND …` runs the command with TEST_DATABASE_URL, which leads to a PostgreSQL of its own.

const command = process.argv.slice(2)
try {
  // Tests do not look at durability: without fsync their many small databases are made quickly.
  const postgres = command.length > 0 ? await startPostgres({ fsync: false }) : undefined
  if (postgres) {
    console.log(`${postgres.version} at ${postgres.url}`)
    // Every new database is a copy of this one, so tests find all tables.
    const template = openDatabase(databaseNamed(postgres.url, 'template1'))
    await migrate(template)
    await template.destroy()
    await runTests(command, postgres.url)
  } else {
    console.error(command.length > 0 ? NO_POSTGRES : 'Say what to run')
    process.exitCode = 1
  }
} finally {
  await undoAll()
}
