import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { startCommand } from '../start-command.ts'
import { undoLater } from './undo.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_DEADLINE_MS = 30_000

export interface Place {
  port: number
  dataDir: string
  databaseUrl?: string
}

/** An empty folder and a free port. */
export async function newPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-chaos-'))
  undoLater(() => rm(dataDir, { recursive: true, force: true }))
  return { port: await freePort(), dataDir }
}
export const originOf = ({ port }: Place) => `http://127.0.0.1:${port}`

interface HowToRun {
  /** A program that it runs under. */
  tracer?: readonly string[]
  /** A script that is loaded into it before its own code, and that we exchange messages with. */
  inside?: string
  /** Environment variables besides those of the place. */
  settings?: Record<string, string>
}

/** Runs the built shop as `npm start` does. */
export function runShop(place: Place, { tracer = [], inside, settings = {} }: HowToRun = {}) {
  const { port, dataDir, databaseUrl } = place
  const own = inside === undefined ? [] : ['--import', inside]
  const [command = '', ...args] = [...tracer, process.execPath, ...own, ...startCommand.args]
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', ...(inside === undefined ? [] : ['ipc' as const])],
    env: {
      PATH: process.env.PATH,
      ...startCommand.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...settings,
    },
  })
  const ended = hasEnded(child)
  undoLater(() => {
    if (child.kill('SIGKILL')) return ended
  })
  const printed = { out: '', error: '' }
  child.stdout?.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr?.on('data', (bytes) => {
    printed.error += bytes
  })
  return { child, printed, ended }
}
export type RunningShop = ReturnType<typeof runShop>

async function hasEnded(child: ChildProcess) {
  const startedAt = performance.now()
  const [code, signal] = await once(child, 'exit')
  return { code, signal, ms: performance.now() - startedAt }
}

export const isReady = (place: Place) =>
  fetch(`${originOf(place)}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  )

/** Starts the shop and waits until it is ready: how long it took, in milliseconds. Throws what it printed when it ends instead. */
export async function startShop(place: Place, how?: HowToRun) {
  const startedAt = performance.now()
  const shop = runShop(place, how)
  while (!(await isReady(place))) {
    if (shop.child.exitCode !== null || performance.now() - startedAt > START_DEADLINE_MS) {
      shop.child.kill('SIGKILL')
      throw new Error(`The shop did not start: ${shop.printed.error}`)
    }
    await setTimeout(10)
  }
  return { ...shop, startMs: performance.now() - startedAt }
}

/** Told to stop, and waited for. */
export async function stopShop(shop: RunningShop) {
  const toldAt = performance.now()
  shop.child.kill('SIGTERM')
  const { code } = await shop.ended
  return { code, ms: performance.now() - toldAt }
}
