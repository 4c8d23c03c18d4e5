import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Random } from '#shared/random.ts'
import { seconds } from '../figures.ts'
import { newPlace, originOf, type Place, startShop } from '../shop-process.ts'
import { checkBooks } from './books.ts'
import { countStock, startBuyers } from './buyers.ts'
import type { Part } from './report.ts'
import { startVisitors } from './visitors.ts'

const MAX_MS = 10_000

const PROBE_MS = 20

/** Connections that never become requests: one sends nothing, one stops within its headers. */
async function openIdle(place: Place) {
  const sockets = ['', 'GET / HTTP/1.1\r\nHost: shop\r\n'].map((text) => {
    const socket = connect(place.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(text)
    return socket
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

/** Asks until the shop no longer answers: did it end with "not ready"? */
async function watchReadiness(origin: string) {
  let status: number | undefined
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    if (!answer) return status === 503
    status = answer.status
    await setTimeout(PROBE_MS)
  }
}

/** SIGTERM, twice, while people buy and look. */
export async function stopUnderLoad(part: Part, { random, rounds }: { random: Random; rounds: number }) {
  const place = await newPlace()
  const origin = originOf(place)
  let shop = await startShop(place)
  const stock = await countStock(origin)
  const buyers = await startBuyers(origin, 4, [...stock.keys()], random)
  for (let round = 0; round < rounds; round++) {
    const visitors = startVisitors(origin, 8)
    const closeIdle = await openIdle(place)
    await setTimeout(random.whole(300, 1200))
    const cutBefore = buyers.mishaps.cut
    shop.child.kill('SIGTERM')
    const toldAt = performance.now()
    const saidNotReady = watchReadiness(origin)
    await setTimeout(random.whole(50, 350))
    shop.child.kill('SIGTERM')
    const { code } = await shop.ended
    part.check(await saidNotReady, 'it never said that it is not ready any more')
    const took = performance.now() - toldAt
    await visitors.stop()
    closeIdle()

    const cut = buyers.mishaps.cut - cutBefore + visitors.without.cut
    const answers = Object.values(visitors.seen).reduce((sum, count) => sum + count, 0)
    part.say(
      `SIGTERM twice: ended after ${seconds(took)} with code ${code}; ${answers} pages answered, ${cut} requests cut`,
    )
    part.check(code === 0, `it ended with code ${code}: ${shop.printed.error}`)
    part.check(took < MAX_MS, 'it took longer than 10 s')
    part.check(cut === 0, `${cut} requests were cut`)
    part.check(visitors.sentAway() > 0, 'no answer closed its connection')
    part.check(
      Object.keys(visitors.seen).every((status) => status === '200'),
      `pages answered ${JSON.stringify(visitors.seen)}`,
    )
    shop = await startShop(place)
  }
  await buyers.stop()
  shop.child.kill('SIGINT')
  part.check((await shop.ended).code === 0, 'SIGINT does not end it with code 0')
  for (const problem of buyers.mishaps.unexpected) part.fail(problem)
  await checkBooks(part, join(place.dataDir, 'haat.sqlite'), buyers.purchases, stock)
}
