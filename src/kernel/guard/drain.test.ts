import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#testing/shop.ts'
import { drain } from './drain.ts'

let shop: TestShop
let address: string
let sockets: Socket[]
let work: { begun: Promise<void>; finish: () => void }

beforeEach(async () => {
  sockets = []
  const addRoutes = (app: FastifyInstance) => {
    let begin = () => {}
    let finish = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    work = { begun, finish }
    app.get('/work', async () => {
      begin()
      await finished
      return 'done'
    })
  }
  shop = await testShop({}, { addRoutes })
  address = await shop.app.listen({ port: 0 })
})
afterEach(async () => {
  work.finish()
  for (const socket of sockets) socket.destroy()
  await shop.close()
})

async function open(text: string) {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

describe('a shop that was told to stop', () => {
  it('is not ready at once, answers on for a moment, and sends everybody away after their answer', async () => {
    const stopped = drain(shop.app, { noticeMs: 2000 })
    const ready = await fetch(`${address}/readyz`)
    expect(ready.status).toBe(503)
    expect(ready.headers.get('retry-after')).not.toBeNull()
    const answer = await fetch(`${address}/api/product/list`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('connection')).toBe('close')
    await stopped
    await expect(fetch(`${address}/healthz`)).rejects.toThrow()
  })

  it('finishes what it has begun', async () => {
    const answer = fetch(`${address}/work`)
    await work.begun
    const stopped = drain(shop.app, { noticeMs: 1 })
    while (shop.app.server.listening) await setTimeout(5)
    work.finish()
    expect(await (await answer).text()).toBe('done')
    await stopped
  })

  it('holds answers back until it takes no more connections: who comes again after an answer is refused, not cut off', async () => {
    const stopped = drain(shop.app, { noticeMs: 1 })
    while (!shop.app.drain.hold) await setTimeout(1)
    expect((await fetch(`${address}/api/product/list`)).status).toBe(200)
    expect(shop.app.server.listening).toBe(false)
    await stopped
  })

  it('does not wait for idle connections, nor for requests that never end', async () => {
    await open('')
    await open('GET /healthz HTTP/1.1\r\nHost: shop\r\n')
    const idle = await open('GET /healthz HTTP/1.1\r\nHost: shop\r\n\r\n')
    await once(idle, 'data')
    await open(
      'POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{',
    )
    await fetch(`${address}/healthz`)
    await drain(shop.app, { noticeMs: 1, answersMs: 200 })
    expect(shop.app.server.listening).toBe(false)
  })

  it('is told only once: a second time changes nothing', async () => {
    const answer = fetch(`${address}/work`)
    await work.begun
    const stopped = drain(shop.app, { noticeMs: 1 })
    await drain(shop.app, { noticeMs: 1, answersMs: 1 })
    work.finish()
    expect((await answer).status).toBe(200)
    await stopped
  })
})
