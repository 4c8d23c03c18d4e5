import { existsSync } from 'node:fs'
import path from 'node:path'
import { freePort, root, runProgram, temporaryFolder } from './program.ts'

/** A shop that is started as its operator starts it needs its pages and its server (npm run build). */
export const isBuilt = ['build/pages/server/index.js', 'build/server/main.js'].every((file) =>
  existsSync(path.join(root, file)),
)

/** Starts the shop in a process of its own with a DATA_DIR of its own. `settings` are environment variables. `cwd` may be a copy of the project. */
export async function startProcess(settings: Record<string, string>, cwd = root) {
  const [dataDir, port] = await Promise.all([temporaryFolder('process'), freePort()])
  const env = {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    ...{ RATE_LIMIT: 'off', DEMO: '0', ...settings },
  }
  const program = runProgram([process.execPath, 'src/app/main.ts'], { cwd, env, keepsOutput: true })
  const ended: Promise<unknown> = program.ended.then(({ code, signal }) => code ?? signal)
  return { ...program, ended, dataDir, origin: `http://127.0.0.1:${port}` }
}
export type StartedProcess = Awaited<ReturnType<typeof startProcess>>

export const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Entries of a process's log with this message. */
export const entriesOf = ({ printed }: StartedProcess, message: string): { worker: number }[] =>
  printed.out
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message)

/** The processes behind the port, the newest last. */
export const workersOf = (shop: StartedProcess) => entriesOf(shop, 'a worker is open').map(({ worker }) => worker)
