import { join } from 'node:path'
import { limitOf, startLimitServer } from './limits.ts'
import { measuresOf } from './measures.ts'
import type { Engine, Options } from './options.ts'
import { makeGround } from './places.ts'
import { memoryMb } from './processes.ts'
import { startSeveralTimes } from './shop-process.ts'
import { type Shopper, shopperOf } from './shoppers.ts'
import { countStock, sellOut } from './stock-check.ts'
import { traceShop } from './trace.ts'
import { type Result, takeTurns } from './turns.ts'

const SHOPPERS = 16
const STARTS = 3

/** Everything that is known of the shop with so many products. */
export interface SizeReport {
  size: number
  facts: string
  results: Result[]
  startsMs: number[]
  idleMb: number
  loadedMb: number
  statements: Record<string, number>
  stock: Awaited<ReturnType<typeof countStock>> & Awaited<ReturnType<typeof sellOut>>
}

async function makeShoppers(port: number) {
  const send: Parameters<typeof shopperOf>[0] = async ({ method, url, headers, payload }) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      ...(payload ? { body: payload } : {}),
    })
    return { status: answer.status, cookies: answer.headers.getSetCookie(), body: await answer.text() }
  }
  const shoppers: Shopper[] = []
  for (let count = 0; count < SHOPPERS; count++) shoppers.push(await shopperOf(send, `shopper-${count}`))
  return shoppers
}

/** Measures a shop with so many products on one engine, from a fresh database to the last order. */
export async function runSize(
  engine: Engine,
  size: number,
  { rounds, turnMs, only }: Options,
  tell: (line: string) => void,
  testDatabaseUrl: string | undefined,
): Promise<SizeReport> {
  tell(`${engine}, ${size} products: filling the database`)
  const ground = await makeGround(engine, size, testDatabaseUrl)
  try {
    const trace = await traceShop(ground.copyPlace, ground.copy)
    const { shop, startsMs, idleMb } = await startSeveralTimes(ground.place, STARTS)
    try {
      const shoppers = await makeShoppers(shop.port)
      const all = measuresOf(engine, size, shoppers)
      const measures = all.filter(({ name }) => only.length === 0 || only.some((word) => name.includes(word)))
      const ready = await startLimitServer(
        shop.port,
        measures,
        shoppers[0]?.cookie ?? '',
        join(ground.copyPlace.dataDir, 'ready.json'),
      )
      const results: Result[] = []
      try {
        for (const measure of measures) {
          tell(`${engine}, ${size} products: ${measure.name}`)
          const limit = limitOf(measure, { readyPort: ready.port, trace, copy: ground.copy })
          const pids = [shop.pid, ground.postgresPid]
          results.push(await takeTurns({ measure, size, port: shop.port, pids, rounds, turnMs, limit }))
        }
      } finally {
        await ready.stop()
      }
      const loadedMb = memoryMb(shop.pid)
      const stock = { ...(await sellOut(shop.port, shoppers)), ...(await countStock(ground.database, ground.pieces)) }
      return { size, facts: ground.facts, results, startsMs, idleMb, loadedMb, statements: trace.counts, stock }
    } finally {
      await shop.stop()
    }
  } finally {
    await ground.drop()
  }
}
