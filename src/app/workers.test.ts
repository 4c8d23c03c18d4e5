import { existsSync } from 'node:fs'
import { Agent } from 'node:http'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, isReady } from '#testing/http.ts'
import { isAlive, isBuilt, type StartedProcess, startProcess, workersOf } from '#testing/processes.ts'
import { START_DEADLINE_MS, until } from '#testing/program.ts'
import { freshPostgres, onPostgres } from '#testing/shop.ts'
import { undoAll } from '#testing/undo.ts'

const LIST = '/api/product/list?limit=1'
const token = 'a token for Prometheus'

/** Asks without a pause on one connection that stays, as a proxy does. Tells what was not answered. */
function keepAsking({ origin }: StartedProcess) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: { answered: number; failed: NodeJS.ErrnoException[] } = { answered: 0, failed: [] }
  let isOver = false
  const loop = (async () => {
    while (!isOver) {
      await ask(origin, LIST, { agent }).then(
        ({ status }) => {
          expect(status).toBe(200)
          seen.answered += 1
        },
        (error) => {
          seen.failed.push(error)
          isOver ||= error.code === 'ECONNREFUSED'
        },
      )
    }
  })()
  return {
    seen,
    async stop() {
      isOver = true
      await loop
      agent.destroy()
    },
  }
}

describe.runIf(onPostgres && isBuilt)('WORKERS=2', { timeout: 2 * START_DEADLINE_MS }, () => {
  let database: Awaited<ReturnType<typeof freshPostgres>>
  beforeEach(async () => {
    database = await freshPostgres()
  })
  afterEach(async () => {
    await undoAll()
    await database.drop()
  })

  const start = (settings: Record<string, string> = {}) =>
    startProcess({ DATABASE_URL: database.href, WORKERS: '2', LOG_LEVEL: 'info', ...settings })
  async function startBoth(settings: Record<string, string> = {}) {
    const shop = await start(settings)
    await until(shop, () => workersOf(shop).length === 2)
    return shop
  }

  it('has two processes answer, survives the death of one and stops without cutting a request', async () => {
    const shop = await startBoth({ METRICS_TOKEN: token })
    expect(shop.printed.out.match(/ is open at /g)).toHaveLength(1)
    const visitors = Array.from({ length: 8 }, () => keepAsking(shop))
    await setTimeout(500)
    expect(visitors.flatMap(({ seen }) => seen.failed)).toEqual([])

    const [victim = 0] = workersOf(shop)
    process.kill(victim, 'SIGKILL')
    await until(shop, () => !isAlive(victim))
    for (let count = 0; count < 20; count++) expect((await ask(shop.origin, LIST)).status).toBe(200)
    // Only what the dead one was answering while it died is lost.
    const lost = visitors.map(({ seen }) => seen.failed.length)
    expect(new Set(lost)).toContain(0)
    await until(shop, () => workersOf(shop).length === 3)
    await setTimeout(500)
    expect(visitors.map(({ seen }) => seen.failed.length)).toEqual(lost)

    const before = visitors.map(({ seen }) => seen.answered)
    await setTimeout(500)
    for (const [at, { seen }] of visitors.entries()) expect(seen.answered).toBeGreaterThan(before[at] ?? 0)
    shop.child.kill('SIGTERM')
    await setTimeout(100)
    shop.child.kill('SIGTERM')
    expect(await shop.ended).toBe(0)
    for (const visitor of visitors) await visitor.stop()
    const cut = visitors.flatMap(({ seen }, at) => seen.failed.slice(lost[at]))
    expect(cut.map(({ code }) => code)).toEqual(visitors.map(() => 'ECONNREFUSED'))
    expect(workersOf(shop).filter(isAlive)).toEqual([])
    expect(shop.printed.error).toBe('')
  })

  it('tells the numbers of both, whichever is asked', async () => {
    const shop = await startBoth({ METRICS_TOKEN: token })
    for (let count = 0; count < 20; count++) expect((await ask(shop.origin, LIST)).status).toBe(200)
    const { body } = await ask(shop.origin, '/metrics', { headers: { authorization: `Bearer ${token}` } })
    const counts = [...body.matchAll(/^http_request_duration_seconds_count\{.*list.*worker="(\d)"\} (\d+)$/gm)]
    expect(counts.map(([, worker]) => worker).toSorted()).toEqual(['1', '2'])
    expect(counts.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(20)
    expect(body.match(/^process_start_time_seconds\{/gm)).toHaveLength(2)
    expect(body.match(/^haat_database_up 1$/gm)).toHaveLength(1)
  })

  it('leaves no process behind when the first is killed, nor when one is started twice', async () => {
    const [shop, twin] = await Promise.all([startBoth(), startBoth()])
    expect(await isReady(twin)).toBe(true)
    shop.child.kill('SIGKILL')
    await shop.ended
    const deadline = performance.now() + 5000
    while (workersOf(shop).some(isAlive) && performance.now() < deadline) await setTimeout(20)
    expect(workersOf(shop).filter(isAlive)).toEqual([])
    expect(workersOf(twin).filter(isAlive)).toHaveLength(2)
  })

  it('ends with code 0 when it is told to stop while it starts, before its workers and among them', async () => {
    const early = await start()
    await until(early, () => existsSync(path.join(early.dataDir, 'haat-data')))
    early.child.kill('SIGINT')
    expect(await early.ended).toBe(0)
    const late = await start()
    await until(late, () => workersOf(late).length === 1)
    late.child.kill('SIGTERM')
    expect(await late.ended).toBe(0)
    expect(workersOf(late).filter(isAlive)).toEqual([])
    expect([early.printed.error, late.printed.error]).toEqual(['', ''])
  })

  it('gives up when the first worker cannot start, with its line and an exit code', async () => {
    const shop = await start({ SELLER_EMAIL: 'seller@example.com', SELLER_PASSWORD: 'password123' })
    expect(await shop.ended).toBe(1)
    expect(shop.printed.error).toMatch(/SELLER_PASSWORD is a password that many people use/)
    expect(shop.printed.out).not.toMatch(/ is open at /)
  })
})
