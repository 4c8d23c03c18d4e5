import { AsyncLocalStorage } from 'node:async_hooks'
import type { InjectOptions } from 'fastify'
import type { CompiledQuery } from 'kysely'
import pino from 'pino'
import { createApp } from '#app/app.ts'
import { addPages } from '#app/pages/pages.ts'
import { readConfig } from '#kernel/config.ts'
import { listenToStatements, openDatabase } from '#kernel/db/database.ts'
import { type Place, settingsOf } from '../shop-process.ts'
import { TRACED } from './bare-order.ts'
import { HOT } from './seed.ts'
import { BENCH_SETTINGS } from './shop-process.ts'
import { orderBody, shopperOf, urls } from './shoppers.ts'

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

export interface Trace {
  /** Statements of one request, by what it asks for. BEGIN and COMMIT are not counted. */
  counts: Record<string, number>
  /** What one order does in its transaction. */
  order: Statement[]
  /** Ids of the shopper who ordered, and of the address. */
  known: readonly [shopper: string, address: string]
}

const begins = ({ sql }: Statement) => /^(begin|start)/i.test(sql)
const ends = ({ sql }: Statement) => /^(commit|rollback)/i.test(sql)
const isStatement = (statement: Statement) => !begins(statement) && !ends(statement)

/** What stands between BEGIN and COMMIT. */
function transactionOf(statements: readonly Statement[]) {
  const from = statements.findIndex(begins)
  return statements.slice(from + 1, statements.findIndex(ends))
}

/** Runs the shop in this process and writes down what it asks the database for. */
export async function traceShop(place: Place, databaseFile: string): Promise<Trace> {
  // Statements of the shop's own work in the background are not counted.
  const asked = new AsyncLocalStorage<Statement[]>()
  const where = place.databaseUrl ?? databaseFile
  const db = openDatabase(where)
  // The catalogue's version is polled on connections of its own, which are not listened to.
  const versionDb = openDatabase(where)
  listenToStatements(db, ({ sql, parameters }) => void asked.getStore()?.push({ sql, parameters }))
  const config = readConfig({ ...settingsOf(place), ...BENCH_SETTINGS })
  const app = await createApp({ config, db, versionDb, log: pino({ level: 'silent' }) })
  await addPages(app)
  const shopper = await shopperOf(await app.listen({ host: '127.0.0.1', port: place.port }), 'traced')
  const order = () =>
    ({
      method: 'POST',
      url: '/api/order/cod',
      headers: { 'content-type': 'application/json', cookie: shopper.cookie, 'idempotency-key': crypto.randomUUID() },
      payload: orderBody(shopper, TRACED),
    }) as const
  const listen = async (request: InjectOptions) => {
    const statements: Statement[] = []
    const { statusCode, body } = await asked.run(statements, async () => app.inject(request))
    if (statusCode !== 200) throw new Error(`${JSON.stringify(request)} was answered ${statusCode}: ${body}`)
    return [...statements]
  }
  const count = async (request: InjectOptions) => (await listen(request)).filter(isStatement).length

  const counts: Record<string, number> = {}
  const reads = {
    list: { url: urls.list },
    'category, page 2': { url: urls.category },
    detail: { url: urls.detail(HOT) },
    'search, a word': { url: urls.search('indigo') },
    'HTML, 24 cards': { url: urls.page, headers: { accept: 'text/html' } },
  }
  for (const [name, request] of Object.entries(reads)) {
    counts[name] = await count(request)
    counts[`${name}, unchanged`] = await count(request)
  }
  counts['is-auth'] = await count({ url: urls.isAuth, headers: { cookie: shopper.cookie } })
  // An earlier order of the shopper is there, as in a shop that runs.
  await listen(order())
  const statements = transactionOf(await listen(order()))
  counts['order, in its transaction'] = statements.length
  await app.close()
  await db.destroy()
  await versionDb.destroy()
  return { counts, order: statements, known: [shopper.user, shopper.address] }
}
