import { spawn } from 'node:child_process'
import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { freePort } from '../free-port.ts'
import { startCommand } from '../start-command.ts'
import { memoryMb } from './processes.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const POLL_MS = 2
const START_DEADLINE_MS = 60_000
/** Memory is read when the start's garbage has had time to go. */
const SETTLE_MS = 2000

/** The status of a GET, or undefined while nobody listens. */
const statusOf = (url: string) =>
  new Promise<number | undefined>((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
    }).on('error', () => resolve(undefined))
  })

export const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts a Node program of ours on a free port and waits for its first 200. */
async function startServer(args: readonly string[], env: Record<string, string>, path: string) {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()))
  while ((await statusOf(`http://127.0.0.1:${port}${path}`)) !== 200) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} has ended with ${child.exitCode}`)
    if (performance.now() - startedAt > START_DEADLINE_MS) throw new Error(`${args.join(' ')} does not answer`)
    await sleep(POLL_MS)
  }
  const startMs = performance.now() - startedAt
  const { pid } = child
  if (pid === undefined) throw new Error('no process')
  return {
    port,
    pid,
    startMs,
    async stop() {
      child.kill()
      await exited
    },
  }
}
export type Server = Awaited<ReturnType<typeof startServer>>

/** Where a shop's data is. */
export interface Place {
  dataDir: string
  databaseUrl: string | undefined
}

export const settingsOf = ({ dataDir, databaseUrl }: Place) => ({
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl ?? '',
  DEMO: '0',
  SELLER_EMAIL: '',
  SELLER_PASSWORD: '',
  SMTP_URL: '',
  RATE_LIMIT: 'off',
})

/** The shop as `npm start` runs it, from spawn to the first 200 of its home page. */
export const startShop = (place: Place, settings: Record<string, string> = {}) =>
  startServer(startCommand.args, { ...startCommand.env, ...settingsOf(place), ...settings }, '/')

/** Fastify that answers ready bytes, as they stand in this file. */
export const startReadyBytes = (file: string) =>
  startServer(['scripts/bench/ready-bytes.ts'], { NODE_ENV: 'production', ANSWERS: file }, '/ready')

/** Starts the shop several times: the last one goes on. The first is not counted, since it may find files that are not in memory. */
export async function startSeveralTimes(place: Place, times: number) {
  let shop = await startShop(place)
  const startsMs: number[] = []
  for (let count = 0; count < times; count++) {
    await shop.stop()
    shop = await startShop(place)
    startsMs.push(shop.startMs)
  }
  await sleep(SETTLE_MS)
  return { shop, startsMs, idleMb: memoryMb(shop.pid) }
}
