import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort, listens, runProgram, temporaryFolder, until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { NO_POSTGRES, runTests, startPostgres } from './postgres.ts'

// `node scripts/check-pgbouncer.ts [files of tests]` runs tests behind a PgBouncer in transaction mode, whose few connections make each
// statement likely to use another one.

const TESTS = [
  ...['src/app/processes.test.ts', 'src/app/workers.test.ts', 'src/app/tests'],
  ...['src/features/orders', 'src/features/payments/server/sweep.test.ts', 'src/features/catalog/server'],
]
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const SERVER_CONNECTIONS = 3

const bouncerFile = PLACES.find((file) => existsSync(file))

/** Leads to any database of the server by its name, since each test makes one. */
async function startBouncer(file: string, postgresPort: string) {
  const folder = await temporaryFolder('pgbouncer')
  const port = await freePort()
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users'), '"haat" ""\n')
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${postgresPort} user=haat
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = ${SERVER_CONNECTIONS}
max_client_conn = 2000
server_idle_timeout = 2
logfile = ${join(folder, 'log')}
`,
  )
  execFileSync('chmod', ['-R', 'a+rwX', folder])
  const user = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const bouncer = runProgram([file, ...user, '-q', settings], { env: process.env })
  await until(bouncer, () => listens(port), 50).catch(async (error) => {
    console.error(await readFile(join(folder, 'log'), 'utf8').catch(() => ''))
    throw error
  })
  return `postgres://haat@127.0.0.1:${port}/postgres`
}

try {
  const postgres = bouncerFile && (await startPostgres({ fsync: false }))
  if (postgres) {
    const url = await startBouncer(bouncerFile, new URL(postgres.url).port)
    const version = execFileSync(bouncerFile, ['--version'], { encoding: 'utf8' }).split('\n')[0]
    console.log(
      `${version} in transaction mode, ${SERVER_CONNECTIONS} connections to a database, before ${postgres.version}`,
    )
    const given = process.argv.slice(2)
    await runTests(['vitest', 'run', ...(given.length > 0 ? given : TESTS)], url)
  } else {
    console.error(bouncerFile ? NO_POSTGRES : 'PgBouncer is missing (Debian: apt-get install pgbouncer)')
    process.exitCode = 1
  }
} finally {
  await undoAll()
}
