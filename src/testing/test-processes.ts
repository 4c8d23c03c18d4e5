import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { type Agent, createServer, type IncomingHttpHeaders, request as send } from 'node:http'
import { type AddressInfo, createServer as listen } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SECOND_MS } from '#shared/time.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A busy machine is no reason to fail. */
export const START_DEADLINE_MS = 120 * SECOND_MS
const ANSWER_DEADLINE_MS = 30 * SECOND_MS

/** A shop that is started as its operator starts it needs its pages (npm run build). */
export const isBuilt = existsSync(path.join(root, 'build/pages/server/index.js'))

export async function freePort() {
  const server = listen().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** What ends with the test file: processes and folders. */
const leftovers: (() => unknown)[] = []
export async function tidyProcesses() {
  for (const tidy of leftovers.splice(0).reverse()) await tidy()
}

/** Starts the shop in a process of its own with a DATA_DIR of its own. `settings` are environment variables. `cwd` may be a copy of the project. */
export async function startProcess(settings: Record<string, string>, cwd = root) {
  const [dataDir, port] = await Promise.all([mkdtemp(path.join(tmpdir(), 'haat-process-')), freePort()])
  leftovers.push(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), DATA_DIR: dataDir },
    ...{ RATE_LIMIT: 'off', DEMO: '0', ...settings },
  }
  const child = spawn(process.execPath, ['src/app/main.ts'], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => code ?? signal)
  leftovers.push(() => (child.kill('SIGKILL') ? ended : undefined))
  const printed = { out: '', error: '' }
  child.stdout.on('data', (bytes) => {
    printed.out += bytes
  })
  child.stderr.on('data', (bytes) => {
    printed.error += bytes
  })
  return { child, ended, printed, dataDir, origin: `http://127.0.0.1:${port}` }
}
export type StartedProcess = Awaited<ReturnType<typeof startProcess>>

/** Waits for something that happens by itself. Throws what the process printed when it ends instead. */
export async function until(shop: StartedProcess, happened: () => unknown) {
  const deadline = performance.now() + START_DEADLINE_MS
  while (!(await happened())) {
    if (shop.child.exitCode !== null) await shop.ended
    if (shop.child.exitCode !== null || performance.now() > deadline)
      throw new Error(`it did not happen: ${shop.printed.error} ${shop.printed.out}`)
    await setTimeout(20)
  }
}

export const isReady = ({ origin }: { origin: string }) =>
  ask(origin, '/readyz').then(
    ({ status }) => status === 200,
    () => false,
  )

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

export interface Call {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  /** Without one each call has a connection of its own. */
  agent?: Agent
}

/** One HTTP request. Throws when it is not answered to the end. */
export function ask(origin: string, url: string, { method = 'GET', headers = {}, body, agent }: Call = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: IncomingHttpHeaders
    body: string
  }>()
  const json = body === undefined ? undefined : JSON.stringify(body)
  const type = json === undefined ? {} : { 'content-type': 'application/json' }
  const options = { method, headers: { ...type, ...headers }, agent: agent ?? false, timeout: ANSWER_DEADLINE_MS }
  const call = send(new URL(url, origin), options, (answer) => {
    let text = ''
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part
    })
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }))
    answer.once('error', reject)
  })
  call.once('timeout', () => call.destroy(new Error('no answer')))
  call.once('error', reject)
  call.end(json)
  return promise
}

/** A proxy that gives its requests to the processes in turn. */
export async function startProxy(origins: readonly string[]) {
  let turn = 0
  const server = createServer((request, reply) => {
    turn = (turn + 1) % origins.length
    const { method = 'GET', url = '/', headers } = request
    const onward = send(new URL(url, origins[turn]), { method, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    onward.once('error', () => reply.destroy())
    request.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  leftovers.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** A browser: keeps its cookies, throws for an answer that is no success. */
export function cookieJar(origin: string) {
  const cookies = new Map<string, string>()
  return async (url: string, call: Call = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ask(origin, url, { ...call, headers: { ...(cookie ? { cookie } : {}), ...call.headers } })
    for (const set of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return { ...JSON.parse(answer.body), status: answer.status }
  }
}
