import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { bareOrders } from './bare-order.ts'
import { measureLoad } from './load.ts'
import type { Measure } from './measures.ts'
import { findPgbench, orderScript, runPgbench, selectOf } from './pgbench.ts'
import { startReadyBytes } from './shop-process.ts'
import type { Trace } from './trace.ts'
import type { Figures } from './turns.ts'

/** Headers that the server itself adds to each answer. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** An answer as it goes over the wire: compressed, with its headers. */
const fetchReady = (port: number, path: string, headers: Record<string, string>) =>
  new Promise<{ headers: Record<string, string>; body: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { 'accept-encoding': 'br, gzip', ...headers } }, (answer) => {
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

/** Starts a Fastify that has the shop's answers to these measures ready, as they are now: the port it listens on. */
export async function startLimitServer(shopPort: number, measures: readonly Measure[], cookie: string, file: string) {
  const paths = new Set(measures.flatMap((measure) => measure.paths ?? []))
  const answers: Record<string, Awaited<ReturnType<typeof fetchReady>>> = {}
  for (const path of paths) {
    const isPage = !path.startsWith('/api/')
    answers[path] = await fetchReady(
      shopPort,
      path,
      isPage ? { accept: 'text/html' } : path.includes('/user/') ? { cookie } : {},
    )
  }
  writeFileSync(file, JSON.stringify(answers))
  return startReadyBytes(file)
}

interface Parts {
  readyPort: number
  trace: Trace
  /** A copy of the shop's database, for orders without the shop. */
  copy: string
}

/** The limit of a measure, to be run for so many ms; undefined where there is none, or no pgbench. */
export function limitOf({ limit, connections, next }: Measure, { readyPort, trace, copy }: Parts) {
  const isPostgres = /^postgres(ql)?:/.test(copy)
  const pgbench = findPgbench()
  const run = (script: string) =>
    pgbench ? (ms: number): Figures => runPgbench(pgbench, copy, script, connections, ms) : undefined
  switch (limit) {
    case 'ready':
      return (ms: number): Promise<Figures> => measureLoad({ port: readyPort, connections, next, ms })
    case 'select':
      return run(selectOf(trace.known[0]))
    case 'order':
      return isPostgres
        ? run(orderScript(trace.order, trace.known))
        : (ms: number): Figures => bareOrders(copy, trace.order, trace.known, ms)
    default:
      return undefined
  }
}
