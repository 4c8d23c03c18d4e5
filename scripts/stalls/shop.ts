import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { type Db, openDatabase } from '#kernel/db/database.ts'
import { undoLater } from '#testing/undo.ts'
import { type Place, startShop, stopShop } from '../shop-process.ts'
import { cookieOf } from './fill.ts'
import type { Seen, Target } from './watch.ts'

const fileBeside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const LOOK_AT_LOCKS_MS = 20

export const SELLER = { email: 'seller@example.com', password: 'sell everything' }
export const METRICS_TOKEN = 'for the measurement'

export interface Sight {
  healthMs: number
  /** The longest turn of the shop's event loop. */
  stallMs: number
  cartMs: number
  fileMs: number
  /** The longest wait for a lock; undefined on SQLite. */
  lockMs: number | undefined
  /** Small reads beside it without a 200. */
  refused: number
  /** The watcher itself stood still for so long, so all times may be wrong by this. */
  ownStallMs: number
}

/** Notes the longest wait for a lock. */
function watchLocks(db: Db) {
  let longestMs = 0
  const timer = setInterval(async () => {
    const { rows } = await sql<{ ms: number }>`
      select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
      from pg_locks where not granted`.execute(db)
    longestMs = Math.max(longestMs, rows[0]?.ms ?? 0)
  }, LOOK_AT_LOCKS_MS)
  return {
    look() {
      const seen = longestMs
      longestMs = 0
      return seen
    },
    stop: () => clearInterval(timer),
  }
}

/** Starts the real shop, and a second process that asks it all the time. `reader`: a shopper who looks at the cart. */
export async function startWatched(place: Place, reader: number, file: string) {
  const shop = await startShop(place, {
    inside: fileBeside('inside.ts'),
    settings: {
      ...{ RATE_LIMIT: 'on', DEMO: '0', METRICS_TOKEN },
      ...{ SELLER_EMAIL: SELLER.email, SELLER_PASSWORD: SELLER.password },
    },
  })
  const watcher = fork(fileBeside('watch.ts'))
  undoLater(() => watcher.kill('SIGKILL'))
  const targets: Target[] = [
    { name: 'health', path: '/healthz', everyMs: 5 },
    { name: 'cart', path: '/api/user/is-auth', cookie: cookieOf(reader), everyMs: 20 },
    { name: 'file', path: file, everyMs: 20 },
  ]
  watcher.send({ port: place.port, targets })
  const lockDb = place.databaseUrl === undefined ? undefined : openDatabase(place.databaseUrl, () => {}, 1)
  const locks = lockDb && watchLocks(lockDb)

  /** Seen since the last look. */
  async function look(): Promise<Sight> {
    const told: Promise<[Seen]> = once(watcher, 'message').then(([seen]) => [seen])
    watcher.send('look')
    const [{ targets: seen, ownStallMs }] = await told
    shop.child.send('look')
    const [{ stallMs }] = await once(shop.child, 'message')
    const of = (name: string) => seen[name] ?? { longestMs: 0, refused: 0 }
    return {
      ...{ healthMs: of('health').longestMs, cartMs: of('cart').longestMs, fileMs: of('file').longestMs },
      ...{ stallMs, lockMs: locks?.look(), ownStallMs },
      refused: Object.values(seen).reduce((sum, { refused }) => sum + refused, 0),
    }
  }
  return {
    look,
    /** Lets an hour pass in the shop; resolves when its hourly work is done. */
    async passAnHour() {
      shop.child.send('hour')
      await once(shop.child, 'message')
    },
    async stop() {
      watcher.kill()
      locks?.stop()
      await lockDb?.destroy()
      await stopShop(shop)
    },
  }
}
export type WatchedShop = Awaited<ReturnType<typeof startWatched>>
