import { parseArgs } from 'node:util'
import { MoveRefused, moveShop } from '#app/move/move-shop.ts'
import { CannotStart } from '#kernel/cannot-start.ts'
import { readSettings, stopWith } from './shop-command.ts'

// npm run move -- --to postgres://… moves a closed shop's database from DATA_DIR to PostgreSQL; npm run move -- --to sqlite moves it back
// from DATABASE_URL into DATA_DIR. What was left stays as it is.

const USAGE = 'Say where to: npm run move -- --to postgres://…, or --to sqlite with DATABASE_URL set'

function readTarget() {
  try {
    return parseArgs({ options: { to: { type: 'string' } } }).values.to ?? stopWith(USAGE)
  } catch {
    return stopWith(USAGE)
  }
}

const config = readSettings()
const to = readTarget()
const isToPostgres = /^postgres(ql)?:\/\//.test(to)
if (!isToPostgres && to !== 'sqlite') stopWith(USAGE)
if (isToPostgres === (config.databaseUrl !== undefined)) stopWith(USAGE)
try {
  const { tables, rows, entries, lastHash } = await moveShop(config, to)
  console.log(`Moved: ${rows.toLocaleString('en-IN')} rows of ${tables} tables, counted and hashed on both sides`)
  console.log(`The ledger is right on both sides: ${entries} entries${lastHash ? `, last hash ${lastHash}` : ''}`)
  const next = isToPostgres ? 'with DATABASE_URL set to it' : 'without DATABASE_URL'
  console.log(`Start the shop ${next}. The database before is as it was: keep it until you have seen the shop run`)
} catch (error) {
  const isTold = error instanceof MoveRefused || error instanceof CannotStart
  stopWith(isTold ? error.message : `Nothing was moved: ${error instanceof Error ? error.message : error}`)
}
