import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

// Unit and HTTP tests, in Node. TEST_DATABASE_URL makes the HTTP tests use that PostgreSQL server instead of SQLite.
export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'migrations/**/*.test.ts', 'scripts/**/*.test.ts'],
    maxWorkers: availableParallelism(),
    // Passwords are hashed for real: slow on purpose, slower on a busy machine.
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
