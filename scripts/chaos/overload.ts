import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { median } from '../figures.ts'
import { newPlace, type Place, startShop, stopShop } from '../shop-process.ts'
import type { Part } from './report.ts'

/** As many as the shop answers well, and far more than it can answer. */
const NORMAL_CONNECTIONS = 16
const TOO_MANY_CONNECTIONS = 1000
/** Clients that open a connection a request: more at a time than Node's default backlog. */
const TOO_MANY_NEW_CONNECTIONS = 1500
const PROBE_MS = 100
const HEALTH_DEADLINE_MS = 2000
/** The least share of the normal answers that a shop must give under overload. */
const LEAST_GOODPUT = 0.25

interface Answer {
  status: number
  retryAfter: string | undefined
  ms: number
}

const ask = (place: Place, path: string, agent?: Agent) =>
  new Promise<Answer>((resolve, reject) => {
    const askedAt = performance.now()
    get({ port: place.port, host: '127.0.0.1', path, agent: agent ?? false, timeout: 30_000 }, (response) => {
      response.resume()
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          ms: performance.now() - askedAt,
        }),
      )
    }).once('error', reject)
  })

let searches = 0
/** A page that is not in the cache. */
const newPage = () => `/products?q=pot%20${searches++}`

/** Each client asks for page after page, whatever the answers: over one connection, or over a new one each time. */
async function flood(place: Place, clients: number, ms: number, keepAlive = true) {
  const agent = new Agent({ keepAlive, maxSockets: clients })
  const answers: Answer[] = []
  const until = performance.now() + ms
  let cut = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < until) {
        await ask(place, newPage(), agent).then(
          (answer) => answers.push(answer),
          () => {
            cut += 1
          },
        )
      }
    }),
  )
  agent.destroy()
  const good = answers.filter(({ status }) => status === 200)
  const shed = answers.filter(({ status }) => status === 503)
  return { good, shed, other: answers.length - good.length - shed.length, cut, perSecond: good.length / (ms / 1000) }
}

/** Asks for health on new connections; gives the slowest answer, and how many did not come. */
function watchHealth(place: Place) {
  const checks: Promise<number | undefined>[] = []
  const timer = setInterval(() => {
    const checked = ask(place, '/healthz').then(
      ({ status, ms }) => (status === 200 ? ms : undefined),
      () => undefined,
    )
    checks.push(Promise.race([checked, setTimeout(HEALTH_DEADLINE_MS, undefined)]))
  }, PROBE_MS)
  return async () => {
    clearInterval(timer)
    const answered = await Promise.all(checks)
    const came = answered.filter((ms) => ms !== undefined)
    return { asked: answered.length, missing: answered.length - came.length, slowest: Math.max(...came, 0) }
  }
}

export async function overload(part: Part, { ms }: { ms: number }) {
  const place = await newPlace()
  const shop = await startShop(place, { settings: { RATE_LIMIT: 'on' } })
  await flood(place, NORMAL_CONNECTIONS, ms / 2)
  const normal = await flood(place, NORMAL_CONNECTIONS, ms / 2)
  const stopWatching = watchHealth(place)
  const flooded = await flood(place, TOO_MANY_CONNECTIONS, ms)
  const health = await stopWatching()
  const stopWatchingAgain = watchHealth(place)
  const stormed = await flood(place, TOO_MANY_NEW_CONNECTIONS, ms, false)
  const healthInStorm = await stopWatchingAgain()
  await setTimeout(1000)
  const after = await ask(place, newPage())

  const perSecond = (count: number) => Math.round(count / (ms / 1000))
  part.say(`${NORMAL_CONNECTIONS} clients: ${Math.round(normal.perSecond)} pages/s`)
  part.say(
    `${TOO_MANY_CONNECTIONS} clients that never wait: ${Math.round(flooded.perSecond)} pages/s, ${perSecond(flooded.shed.length)} refusals/s after ${Math.round(median(flooded.shed.map((answer) => answer.ms)))} ms (median)`,
  )
  part.say(`/healthz: ${health.asked} asked on new connections, slowest ${Math.round(health.slowest)} ms`)
  part.say(
    `${TOO_MANY_NEW_CONNECTIONS} clients with a new connection each time: ${Math.round(stormed.perSecond)} pages/s, ${perSecond(stormed.shed.length)} refusals/s; /healthz: ${healthInStorm.asked} asked, slowest ${Math.round(healthInStorm.slowest)} ms`,
  )
  part.say(`a second after it: ${after.status} in ${Math.round(after.ms)} ms`)
  part.check(normal.shed.length === 0, `${normal.shed.length} of ${NORMAL_CONNECTIONS} clients were refused`)
  part.check(flooded.shed.length > 0, 'nobody was refused')
  part.check(
    flooded.shed.every(({ retryAfter }) => Number(retryAfter) > 0),
    'a refusal has no Retry-After',
  )
  part.check(flooded.other === 0, `${flooded.other} answers were neither 200 nor 503`)
  part.check(flooded.cut === 0, `${flooded.cut} requests were cut`)
  part.checkTime(flooded.perSecond > normal.perSecond * LEAST_GOODPUT, 'it hardly answers anybody')
  part.check(stormed.cut === 0, `${stormed.cut} requests on new connections were cut`)
  const missing = health.missing + healthInStorm.missing
  part.checkTime(missing === 0, `${missing} health checks were not answered within 2 s`)
  part.check(after.status === 200, `it answers ${after.status} a second after`)
  await stopShop(shop)
}
