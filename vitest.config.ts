import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

const reports = process.env.TEST_REPORTS

// Unit and HTTP tests, in Node. TEST_DATABASE_URL makes the HTTP tests use that PostgreSQL server instead of SQLite. TEST_REPORTS
// is a folder for what .ci/run counts.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'migrations/**/*.test.ts', 'scripts/**/*.test.ts'],
    reporters: reports ? ['default', ['json', { outputFile: join(reports, 'vitest.json') }]] : ['default'],
    maxWorkers: availableParallelism(),
    // The files of a worker share what they import: reading the shop anew for each would take a quarter of the time. A test cleans up behind
    // itself, as it has to for the next test of its own file.
    isolate: false,
    // Passwords are hashed for real and mails go over real connections: on a busy machine that takes its time.
    testTimeout: 60_000,
    // So does whatever a test waits for.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
