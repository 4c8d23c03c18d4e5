import { connect } from 'node:net'
import { seconds } from '../figures.ts'
import { newPlace, type Place, startShop, stopShop } from '../shop-process.ts'
import type { Part } from './report.ts'

/** The promised times, and what a busy machine may add. */
const HEADERS_MS = 10_000
const BODY_MS = 15_000
const READ_MS = 20_000
const GRACE_MS = 4000
const HEAD = 'POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n'

/** Sends the beginning of a request, then a byte now and then; gives the time until the connection ends. */
function trickle(place: Place, beginning: string) {
  return new Promise<number>((resolve) => {
    const startedAt = performance.now()
    const socket = connect(place.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(beginning)
    const timer = setInterval(() => socket.writable && socket.write('x'), 500)
    socket.resume()
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - startedAt)
    })
  })
}

/** Asks for more than fits on the way, and reads none of it; gives the time until the shop ends the connection. */
function readNothing(place: Place) {
  return new Promise<number>((resolve) => {
    const startedAt = performance.now()
    const socket = connect(place.port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => {})
    socket.write('GET /api/product/list HTTP/1.1\r\nHost: shop\r\n\r\n'.repeat(1000))
    // A client that does not read learns of the end only by writing.
    const timer = setInterval(() => socket.write('\r\n'), 500)
    socket.once('close', () => {
      clearInterval(timer)
      resolve(performance.now() - startedAt)
    })
  })
}

export async function cutSlowClients(part: Part) {
  const place = await newPlace()
  const shop = await startShop(place)
  const [headersMs = 0, bodyMs = 0, readMs = 0] = await Promise.all([
    trickle(place, `${HEAD}X-Slow: `),
    trickle(place, `${HEAD}Content-Length: 1000\r\n\r\n`),
    readNothing(place),
  ])
  part.say(
    `cut off: headers after ${seconds(headersMs)}, a body after ${seconds(bodyMs)}, an answer that is not read after ${seconds(readMs)}`,
  )
  part.check(headersMs < HEADERS_MS + GRACE_MS, 'slow headers hold a connection for too long')
  part.check(bodyMs < BODY_MS + GRACE_MS, 'a slow body holds a connection for too long')
  part.check(readMs < READ_MS + GRACE_MS, 'an answer that nobody reads holds a connection for too long')
  await stopShop(shop)
}
