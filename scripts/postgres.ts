import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from './free-port.ts'

const DEBIAN = '/usr/lib/postgresql'

/** The folder of PostgreSQL's programs on this machine, or undefined. */
export async function findPostgres(): Promise<string | undefined> {
  const versions = (await readdir(DEBIAN).catch(() => [])).sort((a, b) => Number(b) - Number(a))
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), '/usr/local/pgsql/bin', ...onPath]
  return folders.find((folder) => existsSync(join(folder, 'initdb')))
}

export interface Postgres {
  url: string
  version: string
  start: () => Promise<void>
  /** `fast` ends every connection, `immediate` is a crash. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Stops it and removes its folder. */
  remove: () => Promise<void>
}

/** Runs a program to its end. Throws what it printed. */
function run(command: string, args: readonly string[], cwd: string) {
  return new Promise<void>((resolve, reject) => {
    // PostgreSQL goes on behind pg_ctl and would hold a pipe open: what it says goes to its log.
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args[0]} ended with ${code}`)),
    )
  })
}

/** Makes and starts a PostgreSQL of our own in a temporary folder. `fsync: false` where durability is not looked at. */
export async function startPostgres({ bin, fsync }: { bin: string; fsync: boolean }): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'haat-postgres-'))
  const isRoot = process.getuid?.() === 0
  // It refuses to run as root.
  const owner = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', 'env', `HOME=${folder}`]
    : ['env']
  if (isRoot) execFileSync('chown', ['postgres', folder])
  await chmod(folder, 0o700)
  const asOwner = ([program = '', ...args]: string[]) => {
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
  const postgres: Postgres = {
    url: `postgres://haat@127.0.0.1:${port}/postgres`,
    version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
    start: () => asOwner(['pg_ctl', '-s', '-D', data, '-w', '-l', log, '-o', options, 'start']),
    stop: (mode) => asOwner(['pg_ctl', '-s', '-D', data, '-w', '-m', mode, 'stop']),
    async remove() {
      if (existsSync(join(data, 'postmaster.pid'))) await postgres.stop('immediate')
      await rm(folder, { recursive: true, force: true })
    },
  }
  try {
    await asOwner(['initdb', '-D', data, '-U', 'haat', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-instructions'])
    await postgres.start()
  } catch (error) {
    console.error(await readFile(log, 'utf8').catch(() => ''))
    await postgres.remove()
    throw error
  }
  return postgres
}
