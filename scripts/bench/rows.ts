import { createRandom } from '#shared/random.ts'
import { atLeast, atMost, type Goal, noneFailed } from './goals.ts'
import { measureLoad, percentilesOf, rawRequest, sendPlanned } from './load.ts'
import type { MailSink } from './mail-sink.ts'
import type { Engine } from './options.ts'
import { anyTwo, cartRequest, newSearches, orderRequest, shoppersRequest, urls, visitorsPage } from './requests.ts'
import type { Scene } from './scene.ts'
import { HOT, productId, searchWords } from './seed.ts'
import { measureTurn, type Turn } from './turns.ts'
import { plan, visits } from './visitors.ts'
import { startWriter } from './writer.ts'

/** Fastify with ready bytes, an order without the shop, a select of pgbench, or one kept page of the shop. */
type Limit = 'ready' | 'order' | 'select' | 'kept page'

/** Runs for `ms`. Its random choices follow from the seed. */
type Run = (scene: Scene, ms: number, seed: number) => Promise<Turn>

export interface Row {
  name: string
  /** Sent over so many connections (16), each of which waits for its answer; or `run` instead. */
  next?: (scene: Scene, connection: number) => Buffer
  connections?: number
  run?: Run
  limit?: Limit
  /** Paths that the limit must have ready. */
  paths?: readonly string[]
  goals: readonly Goal[]
  /** Must its cost stay the same from 1,000 to 100,000 products? */
  mustNotGrow?: boolean
  /** How many times as long as others its turns take. */
  lasts?: number
  /** Does it ask for pages of visitors, which a shop that runs has ready? */
  looksAround?: boolean
}

export const sendNext =
  ({ next, connections = 16 }: Row): Run =>
  (scene, ms) =>
    measureTurn({ ...scene, connections, ms, next: (at) => next?.(scene, at) ?? Buffer.alloc(0) })

const ready = (paths: readonly string[], least: number) => {
  let count = 0
  const requests = paths.map(visitorsPage)
  return {
    ...{ limit: 'ready' as const, paths, goals: [atLeast('share', least), noneFailed] },
    next: () => requests[count++ % requests.length] ?? Buffer.alloc(0),
  }
}

/** Over 16 connections, held against the limit, and over one. */
const alsoAlone = (row: Row): Row[] => [row, { ...row, name: `${row.name}, 1 at a time`, connections: 1, goals: [] }]

/** The least number of orders for each bare transaction like it, one at a time and 16 together. */
const orderShares = { sqlite: { alone: 0.35, together: 0.9 }, postgres: { alone: 0.4, together: 0.3 } }

export function requestRows(engine: Engine, size: number): Row[] {
  const details = Array.from({ length: 40 }, (_, at) => urls.detail(at * 25))
  const searches = newSearches(size)
  let [pages, carts] = [0, 0]
  const catalogue = (name: string, paths: readonly string[]): Row => {
    const { goals, ...row } = ready(paths, 0.4)
    return { ...row, name, goals: [...goals, atMost('shareOfP99', 3)], mustNotGrow: true }
  }
  const order = (connections: number, least: number): Row => ({
    ...{ name: `order, ${connections} at a time`, connections, limit: 'order', mustNotGrow: true },
    next: (scene, at) => orderRequest(scene, at, anyTwo()),
    goals: [atLeast('share', least), noneFailed],
  })
  return [
    ...alsoAlone(catalogue('list', [urls.list])),
    catalogue('category, page 2', [urls.category]),
    ...alsoAlone(catalogue('detail', details)),
    { ...ready(searchWords.map(urls.search), 0.2), name: 'search, 40 words in turn' },
    {
      name: 'search, each query new',
      next: () => rawRequest(urls.search(searches.next().value ?? '')),
      goals: [atLeast('perSecond', size > 10_000 ? 100 : 300), noneFailed],
    },
    {
      ...ready([urls.isAuth], 0.2),
      ...{ name: 'is-auth with the cart', limit: engine === 'sqlite' ? 'ready' : 'select', mustNotGrow: true },
      next: (scene, at) => shoppersRequest(scene, at, urls.isAuth),
    },
    {
      ...{ name: 'cart changed', goals: [atLeast('perSecond', 300), noneFailed], mustNotGrow: true },
      next: (scene, at) => cartRequest(scene, at, { [productId(HOT)]: 1 + (carts++ % 9), [productId(HOT - 1)]: 2 }),
    },
    ...alsoAlone({ ...ready([urls.home], 0.4), name: 'HTML of home' }),
    ...alsoAlone({ ...ready([urls.products], 0.4), name: 'HTML of list' }),
    ...alsoAlone({ ...ready([urls.product], 0.4), name: 'HTML of detail' }),
    {
      ...{ name: 'HTML of 24 cards, rendered anew', goals: [atLeast('perSecond', 100), noneFailed] },
      next: () => rawRequest(urls.newPage(pages++), { headers: { accept: 'text/html' } }),
    },
    // Last: orders leave mails and ledger entries to write, which goes on beside the next rows.
    order(1, orderShares[engine].alone),
    order(16, orderShares[engine].together),
    {
      ...{ name: 'order of one hot product, 16 at a time', goals: [noneFailed] },
      next: (scene, at) => orderRequest(scene, at, [productId(HOT)]),
    },
  ]
}

/** Visitors look around while the seller changes so many products a second. */
const visitors =
  (writes: number): Run =>
  async (scene, ms, seed) => {
    const visit = visits(scene.products, createRandom(seed))
    const writer = startWriter(scene, writes, createRandom(seed))
    const turn = await measureTurn({ ...scene, connections: 16, ms, next: () => visitorsPage(visit()) })
    return { ...turn, failed: turn.failed + (await writer.stop()) }
  }

/** Orders, 16 at a time; their cost includes their mails. */
const ordersWithMails =
  ({ settle }: MailSink): Run =>
  async (scene, ms) => {
    await settle()
    const before = scene.cpuMs()
    const next = (at: number) => orderRequest(scene, at, anyTwo())
    const measured = await measureLoad({ port: scene.port, connections: 16, ms, next })
    await settle()
    return { ...measured, cpuMs: (scene.cpuMs() - before) / (measured.requests - measured.failed) }
  }

/** Visitors, shoppers, carts and orders, so many a second, while one product a second changes. */
const mixAsTheyCome =
  (perSecond: number): Run =>
  async (scene, ms, seed) => {
    const planned = plan(scene, perSecond, ms, createRandom(seed))
    const before = scene.cpuMs()
    const writer = startWriter(scene, 1, createRandom(seed))
    const memories: number[] = []
    const timer = setInterval(() => memories.push(scene.memoryMb()), 250)
    const outcomes = await sendPlanned(scene.port, planned)
    clearInterval(timer)
    const cpuMs = (scene.cpuMs() - before) / outcomes.length
    const ok = outcomes.filter(({ status }) => status === 200)
    const count = (wanted: number | undefined) => outcomes.filter(({ status }) => status === wanted).length
    return {
      ...{ perSecond: (ok.length * 1000) / ms, requests: outcomes.length, cpuMs },
      ...percentilesOf(ok.flatMap(({ kind, ms }) => (kind === 'visitor' ? [ms] : []))),
      ...{ failed: outcomes.length - ok.length + (await writer.stop()), refused: count(503), lost: count(undefined) },
      memoryMb: Math.max(...memories, scene.memoryMb()),
    }
  }

export function mixRows(engine: Engine, sink: MailSink): Row[] {
  let pages = 0
  const ofKeptPage = (least: number) => ({
    limit: 'kept page' as const,
    goals: [atLeast('share', least), noneFailed],
  })
  const shoppers = (name: string, path: string): Row => ({
    ...{ name: `shoppers, ${name}`, ...ofKeptPage(0.15) },
    next: (scene, at) => shoppersRequest(scene, at, path),
  })
  const whileChanging = (writes: number, least: number): Row => ({
    name: writes === 0 ? 'visitors, nothing changes' : `visitors, ${writes} changes a second`,
    ...{ run: visitors(writes), looksAround: true, ...ofKeptPage(least) },
  })
  return [
    ...[whileChanging(0, 0.45), whileChanging(1, 0.4), whileChanging(5, 0.3), whileChanging(20, 0.25)],
    ...[shoppers('home', urls.home), shoppers('list', urls.products), shoppers('product', urls.product)],
    {
      ...{ name: 'new page, 24 cards', goals: [atMost('cpuMs', 8), noneFailed] },
      next: () => rawRequest(urls.newPage(pages++), { headers: { accept: 'text/html' } }),
    },
    {
      ...{ name: 'mix, 120 a second', run: mixAsTheyCome(120), lasts: 3, looksAround: true },
      goals: [atMost('p95Ms', 50), atMost('refused', 0), atMost('lost', 0), noneFailed, atMost('memoryMb', 340)],
    },
    {
      ...{ name: 'orders with mails, 16 at a time', run: ordersWithMails(sink) },
      goals: [atMost('cpuMs', engine === 'sqlite' ? 2.5 : 5), noneFailed],
    },
  ]
}
