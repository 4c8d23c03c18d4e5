import { createRandom } from '#testing/random.ts'
import { percentile } from '../../figures.ts'
import { anyTwo } from '../bare-order.ts'
import { measureLoad } from '../load.ts'
import { orderRequest, SHOPPER_NAME, urls } from '../shoppers.ts'
import { measureTurn, type Turn } from '../turns.ts'
import type { MailSink } from './mail-sink.ts'
import { sendPlanned } from './open-load.ts'
import { mixed, plan, shoppersPage, visitorsPage } from './requests.ts'
import type { Scene } from './scene.ts'
import { visits } from './visits.ts'
import { startWriter } from './writer.ts'

/** Does it for so long. What is random in it follows from the seed, so that what is compared gets the same. */
export type Run = (scene: Scene, ms: number, seed: number) => Promise<Turn>

export const CONNECTIONS = 16
/** Enough that Linux spreads them about evenly over two processes. */
const CONNECTIONS_OF_WORKERS = 32
const LOOK_AT_MEMORY_MS = 250

interface UnderLoad {
  next: (connection: number) => Buffer
  connections?: number
  /** Of the seller, a second. */
  writes?: number
  seed?: number
}

/** Keeps a shop busy over so many connections, while its seller changes so many products a second. */
async function underLoad(
  scene: Scene,
  ms: number,
  { next, connections = CONNECTIONS, writes = 0, seed = 0 }: UnderLoad,
): Promise<Turn> {
  const { port, products, cpuMs } = scene
  const writer = startWriter(scene.seller, writes, products, createRandom(seed))
  const turn = await measureTurn({ port, cpuMs, connections, ms, next })
  const { failed } = await writer.stop()
  return { ...turn, failed: turn.failed + failed }
}

/** One page that is asked for again and again, and that nothing changes. */
export const keptPage: Run = (scene, ms) => underLoad(scene, ms, { next: () => visitorsPage(urls.home) })

/** Visitors who look around while the catalogue changes so many times a second. */
export const visitors =
  (writes: number): Run =>
  (scene, ms, seed) => {
    const visit = visits(scene.products, createRandom(seed))
    return underLoad(scene, ms, { writes, seed, next: () => visitorsPage(visit()) })
  }

/** Does this page, as it is sent, tell a shopper that they are logged in? */
async function namesShopper({ port, shoppers: [shopper] }: Scene, path: string) {
  const headers = { accept: 'text/html', cookie: shopper?.cookie ?? '' }
  const page = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return (await page.text()).includes(SHOPPER_NAME)
}

/**
 * Logged-in shoppers who look at one page. Where it leaves it to the browser to ask who is logged in, that request belongs to the page: it
 * is sent after each one, and the two are counted as one.
 */
export const shoppersAt =
  (path: string): Run =>
  async (scene, ms) => {
    if (await namesShopper(scene, path))
      return underLoad(scene, ms, { next: (connection) => shoppersPage(scene, connection, path) })
    const asks = new Set<number>()
    const next = (connection: number) => {
      if (asks.delete(connection)) return shoppersPage(scene, connection, urls.isAuth)
      asks.add(connection)
      return shoppersPage(scene, connection, path)
    }
    const turn = await underLoad(scene, ms, { next })
    return { ...turn, perSecond: turn.perSecond / 2, requests: turn.requests / 2, cpuMs: turn.cpuMs * 2 }
  }

let unasked = 0
/** A page with 24 cards that nobody has asked for. */
export const unaskedPage: Run = (scene, ms) =>
  underLoad(scene, ms, { next: () => visitorsPage(urls.newPage(unasked++)) })

/** As much as it takes of what visitors and shoppers do together. */
export const mixAtMost: Run = (scene, ms, seed) => {
  const next = mixed(scene, createRandom(seed))
  return underLoad(scene, ms, { writes: 1, seed, connections: CONNECTIONS_OF_WORKERS, next: () => next().request })
}

/** As many orders as it takes. */
export const ordersAtMost =
  ({ settle }: MailSink): Run =>
  async (scene, ms) => {
    // Mails of the turn before would be sent at the cost of this one.
    await settle()
    const next = (connection: number) => orderRequest(scene.shoppers, connection, anyTwo())
    return underLoad(scene, ms, { connections: CONNECTIONS_OF_WORKERS, next })
  }

/** Orders, 16 at a time; what they cost includes the mails that they cause. */
export const ordersWithMails =
  ({ mails, settle }: MailSink): Run =>
  async (scene, ms) => {
    const { port, shoppers } = scene
    await settle()
    const [mailsBefore, cpuBefore] = [await mails(), scene.cpuMs()]
    const next = (connection: number) => orderRequest(shoppers, connection, anyTwo())
    const measured = await measureLoad({ port, connections: CONNECTIONS, ms, next })
    await settle()
    const orders = measured.requests - measured.failed
    return {
      ...measured,
      cpuMs: (scene.cpuMs() - cpuBefore) / orders,
      mails: ((await mails()) - mailsBefore) / orders,
    }
  }

/** Visitors, shoppers, carts and orders who come as they do, so many a second, while one product a second changes. */
export const mixAsTheyCome =
  (perSecond: number): Run =>
  async (scene, ms, seed) => {
    const sent = plan(scene, perSecond, ms, createRandom(seed))
    const before = scene.cpuMs()
    const writer = startWriter(scene.seller, 1, scene.products, createRandom(seed))
    let memoryMb = 0
    const look = () => {
      memoryMb = Math.max(memoryMb, scene.memoryMb())
    }
    const timer = setInterval(look, LOOK_AT_MEMORY_MS)
    const outcomes = await sendPlanned(scene.port, sent)
    clearInterval(timer)
    look()
    const cpu = scene.cpuMs() - before
    const changes = await writer.stop()
    const ok = outcomes.filter(({ status }) => status === 200)
    const count = (wanted: number | undefined) => outcomes.filter(({ status }) => status === wanted).length
    const waits = Float64Array.from(ok.flatMap(({ kind, ms }) => (kind === 'visitor' ? [ms] : []))).sort()
    return {
      perSecond: (ok.length * 1000) / ms,
      p50Ms: percentile(waits, 0.5),
      p95Ms: percentile(waits, 0.95),
      p99Ms: percentile(waits, 0.99),
      requests: outcomes.length,
      failed: outcomes.length - ok.length + changes.failed,
      refused: count(503),
      lost: count(undefined),
      cpuMs: cpu / outcomes.length,
      memoryMb,
    }
  }

/** Asks for these pages once, one after the other over 16 connections, for so long at most: what a shop that runs has ready. */
export async function warmUp({ port }: Scene, pages: readonly string[], ms: number) {
  let count = 0
  const next = () => visitorsPage(pages[count++] ?? urls.home)
  await measureLoad({ port, connections: CONNECTIONS, ms, atMost: pages.length, next })
}
