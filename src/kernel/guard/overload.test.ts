import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { overloaded } from '#shared/app-error.ts'
import { wordedBy } from '#shared/messages.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { errorAnswers } from '../http/errors.ts'
import { shedOverload } from './overload.ts'

/** One request is worked on; three wait, each taken to cost 4 ms; then whoever comes would wait longer than 11 ms. */
const PLACES = 4
const FOR_EVER_MS = 60_000

let app: FastifyInstance
let address: string
let sockets: Socket[]
let begun: string[]
let finishWork: () => void

async function start(given: { placeMs?: number } = {}) {
  begun = []
  sockets = []
  const work = new Promise<void>((resolve) => {
    finishWork = resolve
  })
  app = Fastify()
  app.decorateRequest('isInProcess', {
    getter() {
      return this.headers['x-in-process'] !== undefined
    },
  })
  app.setErrorHandler(errorAnswers(() => wordedBy(sharedEn)))
  shedOverload(app, {
    ...{
      places: 1,
      placeMs: FOR_EVER_MS,
      waitMs: 11,
      longestWaitMs: FOR_EVER_MS,
      refusalsPerSecond: 0.001,
      longestPauseMs: FOR_EVER_MS,
    },
    ...given,
  })
  app.get('/healthz', { config: { vital: true } }, async () => 'up')
  app.get<{ Params: { name: string } }>('/task/:name', async ({ params }) => {
    begun.push(params.name)
    await work
    return 'done'
  })
  app.get('/picture', { config: { file: true } }, async () => 'a picture')
  app.post('/form', async () => 'taken')
  address = await app.listen({ port: 0 })
}
afterEach(async () => {
  finishWork()
  for (const socket of sockets) socket.destroy()
  app.server.closeAllConnections()
  await app.close()
})

async function open() {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
  })
  const statuses = () => Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status))
  return { socket, statuses, ask: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`) }
}

const until = async (isSo: () => boolean) => {
  while (!isSo()) await setTimeout(5)
}

/** Takes every place there is. The requests come in one piece, so all are in once the first is begun. */
async function fillShop() {
  const crowd = await open()
  crowd.socket.cork()
  for (let name = 0; name < PLACES; name++) crowd.ask(`/task/${name}`)
  crowd.socket.uncork()
  await until(() => begun.length === 1)
  return crowd
}
const get = (path: string) => fetch(address + path)

describe('more requests than can be answered soon', () => {
  it('are refused with 503 and a time to try again, before anything is done for them', async () => {
    await start()
    await fillShop()
    const answer = await get('/task/late')
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ success: false, code: overloaded.code })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(begun).toEqual(['0'])
  })

  it('do not keep a health check from its answer', async () => {
    await start()
    await fillShop()
    expect((await get('/healthz')).status).toBe(200)
  })

  it('do not keep pictures and scripts from those who have their page', async () => {
    await start()
    await fillShop()
    const answer = await get('/picture')
    expect([answer.status, await answer.text()]).toEqual([200, 'a picture'])
  })

  it('do not touch those who were let in, and are welcome again when it is over', async () => {
    await start()
    const crowd = await fillShop()
    finishWork()
    await until(() => crowd.statuses().length === PLACES)
    expect(crowd.statuses()).toEqual([200, 200, 200, 200])
    expect((await get('/task/after')).status).toBe(200)
  })

  it('include people who have gone away: nothing is begun for them', async () => {
    await start()
    const crowd = await fillShop()
    crowd.socket.destroy()
    await once(crowd.socket, 'close')
    await get('/healthz')
    finishWork()
    expect((await get('/task/after')).status).toBe(200)
    expect(begun).toEqual(['0', 'after'])
  })

  it('are not read for a while when they come again at once', async () => {
    await start()
    await fillShop()
    const stubborn = await open()
    stubborn.ask('/task/now')
    await until(() => stubborn.statuses().length === 1)
    stubborn.ask('/healthz')
    for (let turn = 0; turn < 20; turn++) await get('/healthz')
    expect(stubborn.statuses()).toEqual([503])
  })
})

describe('what holds no place', () => {
  it('is a body that comes slowly', async () => {
    await start()
    finishWork()
    for (let client = 0; client < 2 * PLACES; client++) {
      const { socket } = await open()
      socket.write('POST /form HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n')
    }
    await get('/healthz')
    expect((await get('/task/other')).status).toBe(200)
  })

  it('is one who waits for somebody else: after a while the next one begins', async () => {
    await start({ placeMs: 1 })
    await fillShop()
    await until(() => begun.length > 1)
    expect(begun.slice(0, 2)).toEqual(['0', '1'])
  })

  it('is a call of a page that was let in', async () => {
    await start()
    await fillShop()
    const call = app.inject({ url: '/task/of-a-page', headers: { 'x-in-process': '1' } })
    await until(() => begun.includes('of-a-page'))
    finishWork()
    expect((await call).statusCode).toBe(200)
  })
})
