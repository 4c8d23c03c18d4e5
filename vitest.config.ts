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
    // Passwords are hashed for real: slow on purpose, slower on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
