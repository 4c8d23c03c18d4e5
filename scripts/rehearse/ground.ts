import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { type Program, root, runProgram, temporaryFolder } from '#testing/program.ts'
import { findPostgres, isRoot, notAsRoot } from '../postgres.ts'
import { familyOf } from '../processes.ts'

/** Program -> the package of Debian that brings it. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  postgres: 'postgresql',
}
type Name = keyof typeof packages

function find(name: string) {
  if (name === 'postgres') return findPostgres(name)
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/** One line, where a program is missing. */
export function missingPrograms() {
  const missing = Object.entries(packages).filter(([name]) => find(name) === undefined)
  if (missing.length === 0) return undefined
  const names = missing.map(([name]) => name).join(', ')
  return `Missing: ${names} (Debian: apt-get install ${missing.map(([, debian]) => debian).join(' ')})`
}

// Below Linux's ports for outgoing connections (32768 and up): a program that is started again finds its own port free.
const FIRST_PORT = 15_000
const PORTS = 15_000
let lastPort = FIRST_PORT + Math.floor(Math.random() * PORTS)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** A port that no other program of the rehearsal gets. */
export async function newPort(): Promise<number> {
  lastPort = lastPort + 1 < FIRST_PORT + PORTS ? lastPort + 1 : FIRST_PORT
  return (await isFree(lastPort)) ? lastPort : newPort()
}

/** The running ones of these programs, with all that they have started. */
export const familiesOf = (programs: readonly Program[]) =>
  programs
    .filter(({ child }) => child.exitCode === null && child.signalCode === null)
    .flatMap(({ child }) => (child.pid === undefined ? [] : familyOf(child.pid)))

export function signal(pids: readonly number[], name: NodeJS.Signals) {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended by itself.
    }
  }
}

export type Ground = Awaited<ReturnType<typeof makeGround>>

/** The temporary folder of all machines, with the settings of deploy/several-machines. */
export async function makeGround() {
  const folder = await temporaryFolder('rehearsal')
  const settings = join(folder, 'settings')
  await cp(join(root, 'deploy/several-machines'), settings, { recursive: true })
  // PostgreSQL and PgBouncer refuse to run as root.
  const giveAway = (path: string) => isRoot() && execFileSync('chown', ['-R', 'postgres:', path])
  giveAway(folder)
  await chmod(folder, 0o700)
  const bin = dirname(find('postgres') ?? '')
  return {
    settings,
    bin,
    /** A folder that belongs to the program's user. */
    async newFolder(name: string) {
      const path = join(folder, name)
      await mkdir(path)
      giveAway(path)
      await chmod(path, 0o700)
      return path
    },
    /** Runs a program, not as root; `env` is added to the environment. */
    run: (name: Exclude<Name, 'postgres'>, args: readonly string[], env: Record<string, string> = {}) =>
      runProgram([...notAsRoot(folder), find(name) ?? name, ...args], {
        cwd: settings,
        env: { ...process.env, ...env },
      }),
  }
}
