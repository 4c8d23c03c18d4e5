import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { freePort, temporaryFolder } from '#testing/program.ts'
import { undoLater } from '#testing/undo.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The path of one of PostgreSQL's programs; undefined where it is missing. */
export function findPostgres(program: string): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), '/usr/local/pgsql/bin', ...onPath]
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file))
}

export const NO_POSTGRES = 'PostgreSQL is missing (Debian: apt-get install postgresql)'

export interface Postgres {
  url: string
  version: string
  start: () => Promise<void>
  /** `fast` ends every connection, `immediate` is a crash. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** A standby that follows it by streaming replication. */
  addStandby: () => Promise<Postgres>
}

function run(command: string, args: readonly string[], cwd: string) {
  return new Promise<void>((resolve, reject) => {
    // The server outlives pg_ctl and would keep a pipe open; its output goes to its log file.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)),
    )
  })
}

export const isRoot = () => process.getuid?.() === 0

/** PostgreSQL refuses to run as root. */
export const notAsRoot = (home: string) =>
  isRoot() ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', 'env', `HOME=${home}`] : ['env']

/**
 * A PostgreSQL in a temporary folder, until everything is undone; undefined where none is installed. `fsync: false`: durability does not
 * matter.
 */
export async function startPostgres({ fsync = true } = {}): Promise<Postgres | undefined> {
  const initdb = findPostgres('initdb')
  if (!initdb) return undefined
  const create = ['initdb', '-U', 'haat', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions']
  return startServer(dirname(initdb), create, fsync)
}

/** `create`: the program that makes the server's data, with its arguments except the folder. */
async function startServer(bin: string, create: readonly string[], fsync: boolean): Promise<Postgres> {
  const folder = await temporaryFolder('postgres')
  const owner = notAsRoot(folder)
  if (isRoot()) execFileSync('chown', ['postgres', folder])
  await chmod(folder, 0o700)
  const asOwner = ([program = '', ...args]: readonly string[]) => {
    const [command = '', ...before] = owner
    return run(command, [...before, join(bin, program), ...args], folder)
  }
  const port = await freePort()
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const options = [
    `-p ${port}`,
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `fsync=${fsync ? 'on' : 'off'}`].map(
      (setting) => `-c ${setting}`,
    ),
    '-c max_connections=200',
  ].join(' ')
  const copy = [
    'pg_basebackup',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '-U',
    'haat',
  ]
  const postgres: Postgres = {
    url: `postgres://haat@127.0.0.1:${port}/postgres`,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    start: () => asOwner(['pg_ctl', '-s', '-D', data, '-w', '-l', log, '-o', options, 'start']),
    stop: (mode) => asOwner(['pg_ctl', '-s', '-D', data, '-w', '-m', mode, 'stop']),
    addStandby: () => startServer(bin, copy, fsync),
  }
  undoLater(async () => {
    if (existsSync(join(data, 'postmaster.pid'))) await postgres.stop('immediate')
  })
  try {
    await asOwner([...create, '-D', data])
    await postgres.start()
  } catch (error) {
    console.error(await readFile(log, 'utf8').catch(() => ''))
    throw error
  }
  return postgres
}

/** The address of another database on the same server. */
export const databaseNamed = (server: string, name: string) =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href

/** Runs a command with TEST_DATABASE_URL, and ends as it does. */
export async function runTests([command = '', ...args]: readonly string[], databaseUrl: string) {
  // pg_dump and pg_restore must be of the same version.
  const PATH = [dirname(findPostgres('pg_dump') ?? '.'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, TEST_DATABASE_URL: databaseUrl }
  const child = spawn(command, args, { stdio: 'inherit', env })
  // A signal stops the command first, so that the database is removed after it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  const [code] = await once(child, 'exit')
  process.exitCode = code ?? 1
}
