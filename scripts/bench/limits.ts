import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { isOk } from '#testing/http.ts'
import { freePort, runProgram, until } from '#testing/program.ts'
import { bareOrders, findPgbench, orderScript, runPgbench, selectOf } from './bare-orders.ts'
import type { Ground } from './ground.ts'
import { measureLoad } from './load.ts'
import { urls, visitorsPage } from './requests.ts'
import type { Row } from './rows.ts'
import type { Scene } from './scene.ts'
import type { Trace } from './trace.ts'
import { type Figures, measureTurn, type Turn } from './turns.ts'

/** Headers that the server itself adds to each answer. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** An answer as it goes over the wire: compressed, with its headers. */
const fetchReady = (port: number, path: string, cookie: string) =>
  new Promise<{ headers: Record<string, string>; body: string }>((resolve, reject) => {
    // Pages are those of visitors.
    const own = path.startsWith('/api/user/') ? { cookie } : { accept: 'text/html' }
    get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br, gzip', ...own } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path} was answered ${answer.statusCode}`))
        const kept = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.includes(name))
        resolve({
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString('base64'),
        })
      })
    }).on('error', reject)
  })

/** Starts a Fastify with the shop's present answers to these paths; gives its port. */
async function startReadyBytes({ port, shoppers }: Scene, paths: readonly string[], file: string) {
  const answers: Record<string, Awaited<ReturnType<typeof fetchReady>>> = {}
  for (const path of new Set(paths)) answers[path] = await fetchReady(port, path, shoppers[0]?.cookie ?? '')
  writeFileSync(file, JSON.stringify(answers))
  const own = await freePort()
  const env = { NODE_ENV: 'production', ANSWERS: file, PORT: String(own) }
  const server = runProgram([process.execPath, 'scripts/bench/ready-bytes.ts'], { env })
  await until(server, () => isOk(`http://127.0.0.1:${own}`, '/ready'))
  return own
}

/** One page asked for again and again, which nothing changes. */
const keptPage = ({ port, cpuMs }: Scene, ms: number): Promise<Turn> =>
  measureTurn({ port, cpuMs, connections: 16, ms, next: () => visitorsPage(urls.home) })

/** Gives, for a row, a function that runs its limit for so many ms; undefined where there is no limit, or no pgbench. */
export async function createLimits(own: Scene, { copy, copyPlace }: Ground, trace: Trace, rows: readonly Row[]) {
  const paths = rows.flatMap((row) => row.paths ?? [])
  const readyPort = await startReadyBytes(own, paths, join(copyPlace.dataDir, 'ready.json'))
  const pgbench = findPgbench()
  return ({ limit, connections = 16, next }: Row): ((ms: number) => Promise<Figures> | Figures) | undefined => {
    if (limit === 'kept page') return (ms) => keptPage(own, ms)
    if (limit === 'ready' && next)
      return (ms) => measureLoad({ port: readyPort, connections, next: (at) => next(own, at), ms })
    if (limit === 'order' && !copyPlace.databaseUrl) return (ms) => bareOrders(copy, trace, ms)
    if (!pgbench || (limit !== 'order' && limit !== 'select')) return undefined
    const script = limit === 'order' ? orderScript(trace) : selectOf(trace)
    return (ms) => runPgbench(pgbench, copy, script, connections, ms)
  }
}
