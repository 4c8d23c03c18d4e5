import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { succeeds } from '#shared/deferred.ts'
import { SECOND_MS } from '#shared/time.ts'
import { undoLater } from './undo.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))
/** A busy machine is no reason to fail. */
export const START_DEADLINE_MS = 120 * SECOND_MS

/** A port that nobody uses just now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Does a program take connections on this port? */
export async function listens(port: number) {
  const socket = connect(port, '127.0.0.1')
  const answers = await succeeds(once(socket, 'connect'))
  socket.destroy()
  return answers
}

/** An empty folder, which goes at the end of the run. */
export async function temporaryFolder(name: string) {
  const folder = await mkdtemp(path.join(tmpdir(), `haat-${name}-`))
  undoLater(() => rm(folder, { recursive: true, force: true }))
  return folder
}

interface HowToRun {
  /** All of its environment. */
  env: NodeJS.ProcessEnv
  /** The project's folder unless another one is named. */
  cwd?: string
  /** Keeps what it writes to its standard output, too; of a shop under load that is a lot. */
  keepsOutput?: boolean
  /** Can exchange messages with us. */
  hasChannel?: boolean
}

/** Runs a program, until the end of the run at the latest. `ms` is how long it ran. */
export function runProgram([command = '', ...args]: readonly string[], how: HowToRun) {
  const { env, cwd = root, keepsOutput = false, hasChannel = false } = how
  const startedAt = performance.now()
  const channel = hasChannel ? (['ipc'] as const) : []
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', keepsOutput ? 'pipe' : 'ignore', 'pipe', ...channel],
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ms: performance.now() - startedAt }))
  undoLater(() => (child.kill('SIGKILL') ? ended : undefined))
  const printed = { out: '', error: '' }
  child.stdout?.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr?.on('data', (bytes) => {
    printed.error += bytes
  })
  return { child, ended, printed }
}
export type Program = ReturnType<typeof runProgram>

/** Waits for something that a program does by itself. Throws what it printed when it ends instead. */
export async function until(
  { child, ended, printed }: Pick<Program, 'child' | 'printed'> & { ended: Promise<unknown> },
  happened: () => unknown,
  everyMs = 20,
) {
  const deadline = performance.now() + START_DEADLINE_MS
  while (!(await happened())) {
    const hasEnded = child.exitCode !== null || child.signalCode !== null
    if (hasEnded) await ended
    if (hasEnded || performance.now() > deadline) throw new Error(`it did not happen: ${printed.error} ${printed.out}`)
    await setTimeout(everyMs)
  }
}
