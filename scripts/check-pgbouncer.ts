import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { findPostgres, startPostgres } from './postgres.ts'

// `node scripts/check-pgbouncer.ts [files of tests]` runs tests with a PgBouncer in transaction mode in front of a PostgreSQL of
// their own. Few connections lead from one to the other, so that every statement may come out of another one.

const TESTS = [
  ...['src/app/processes.test.ts', 'src/app/workers.test.ts', 'src/app/tests'],
  ...['src/features/orders', 'src/features/payments/server/sweep.test.ts', 'src/features/catalog/server'],
]
const PLACES = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer']
const SERVER_CONNECTIONS = 3

const bouncerFile = PLACES.find((file) => existsSync(file))
const bin = await findPostgres()
if (!bouncerFile || !bin) {
  console.error(
    `${bin ? 'PgBouncer' : 'PostgreSQL'} is missing. Install it (Debian: apt-get install postgresql pgbouncer)`,
  )
  process.exit(1)
}

/** Any database of the server, by its name: each test makes one. Creating a database is no matter for a pooler's transaction. */
async function startBouncer(file: string, postgresPort: string) {
  const folder = await mkdtemp(join(tmpdir(), 'haat-pgbouncer-'))
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
  const isRoot = process.getuid?.() === 0
  const child = spawn(file, [...(isRoot ? ['-u', 'postgres'] : []), '-q', settings], { stdio: 'inherit' })
  const remove = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  while (!(await listens(port, child))) await setTimeout(50)
  if (child.exitCode !== null) {
    console.error(await readFile(join(folder, 'log'), 'utf8').catch(() => ''))
    await remove()
    throw new Error('PgBouncer did not start')
  }
  return { url: `postgres://haat@127.0.0.1:${port}/postgres`, remove }
}

/** Also true when it has ended, and nobody will. */
async function listens(port: number, child: ChildProcess) {
  if (child.exitCode !== null) return true
  const socket = connect(port, '127.0.0.1')
  const answers = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return answers
}

const version = execFileSync(bouncerFile, ['--version'], { encoding: 'utf8' }).split('\n')[0]
const postgres = await startPostgres({ bin, fsync: false })
const bouncer = await startBouncer(bouncerFile, new URL(postgres.url).port).catch(async (error) => {
  await postgres.remove()
  throw error
})
try {
  console.log(
    `${version} in transaction mode, ${SERVER_CONNECTIONS} connections to a database, before ${postgres.version}`,
  )
  const given = process.argv.slice(2)
  const tests = spawn('vitest', ['run', ...(given.length > 0 ? given : TESTS)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: bouncer.url },
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
  const [code] = await once(tests, 'exit')
  process.exitCode = code ?? 1
} finally {
  await bouncer.remove()
  await postgres.remove()
}
