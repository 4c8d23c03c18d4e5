import { AsyncLocalStorage } from 'node:async_hooks'
import type { InjectOptions } from 'fastify'
import type { CompiledQuery } from 'kysely'
import pino from 'pino'
import { createApp } from '#app/app.ts'
import { addPages } from '#app/pages/pages.ts'
import { readConfig } from '#kernel/config.ts'
import { listenToStatements, openDatabase } from '#kernel/db/database.ts'
import { settingsOf } from '../shop-process.ts'
import type { Ground } from './ground.ts'
import { orderBody, urls } from './requests.ts'
import { BENCH_SETTINGS, shopperOf } from './scene.ts'
import { HOT, ORDERED, productId } from './seed.ts'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

export const TRACED = [productId(ORDERED.first[0]), productId(ORDERED.second[0])] as const

export interface Trace {
  /** Statements of one request, by its name, without BEGIN and COMMIT. */
  counts: Record<string, number>
  /** The statements of one order's transaction. */
  order: Statement[]
  /** Ids of the shopper and the address of that order. */
  known: readonly [shopper: string, address: string]
}

const begins = ({ sql }: Statement) => /^(begin|start)/i.test(sql)
const ends = ({ sql }: Statement) => /^(commit|rollback)/i.test(sql)

/** Runs the shop in this process, on a copy of its database, and notes its statements. */
export async function traceShop({ copyPlace, copy }: Ground): Promise<Trace> {
  // Statements of work in the background are not counted.
  const asked = new AsyncLocalStorage<Statement[]>()
  const db = openDatabase(copy)
  // The catalogue's version is read on connections of its own, which are not listened to.
  const versionDb = openDatabase(copy)
  listenToStatements(db, ({ sql, parameters }) => void asked.getStore()?.push({ sql, parameters }))
  const config = readConfig({ ...settingsOf(copyPlace), ...BENCH_SETTINGS })
  const app = await createApp({ config, db, versionDb, log: pino({ level: 'silent' }) })
  await addPages(app)
  await app.listen({ host: '127.0.0.1', port: copyPlace.port })
  const shopper = await shopperOf(copyPlace)
  const listen = async (request: InjectOptions) => {
    const statements: Statement[] = []
    const { statusCode, body } = await asked.run(statements, async () => app.inject(request))
    if (statusCode !== 200) throw new Error(`${JSON.stringify(request)} was answered ${statusCode}: ${body}`)
    return statements
  }
  const counts: Record<string, number> = {}
  const reads = {
    list: { url: urls.list },
    'category, page 2': { url: urls.category },
    detail: { url: urls.detail(HOT) },
    'HTML, 24 cards': { url: urls.page, headers: { accept: 'text/html' } },
  }
  for (const [name, request] of Object.entries(reads)) {
    counts[name] = (await listen(request)).length
    counts[`${name}, unchanged`] = (await listen(request)).length
  }
  const order = (): InjectOptions => ({
    method: 'POST',
    url: '/api/order/cod',
    headers: { 'content-type': 'application/json', cookie: shopper.cookie, 'idempotency-key': crypto.randomUUID() },
    payload: orderBody(shopper, TRACED),
  })
  // The shopper has an earlier order, as in a shop that runs.
  await listen(order())
  const all = await listen(order())
  const statements = all.slice(all.findIndex(begins) + 1, all.findIndex(ends))
  counts.order = statements.length
  await app.close()
  await db.destroy()
  await versionDb.destroy()
  return { counts, order: statements, known: [shopper.user, shopper.address] }
}
