import { connect } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cutSlowClients } from './slow-clients.ts'

const PIECE = 'x'.repeat(100)

let app: FastifyInstance
let port: number
beforeAll(async () => {
  app = Fastify()
  cutSlowClients(app, { bodyMs: 800, uploadMs: 20_000, stalledMs: 800, minBytesPerSecond: 500, checkMs: 20 })
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_, body, done) => done(null, body))
  app.post('/form', async () => 'taken')
  const refuse = async () => {
    throw new Error('refused before its body is read')
  }
  app.post('/refused', { onRequest: refuse }, async () => 'taken')
  app.post('/upload', { config: { upload: true } }, async () => 'taken')
  await app.listen({ port: 0 })
  const address = app.server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
})
afterAll(() => app.close())

/** Sends the body in pieces with a pause before each; answers what came back, or nothing when the connection was cut. */
async function send(path: string, pieces: number, pauseMs: number) {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
    socket.end()
  })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  const head = `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: text/plain\r\nContent-Length: ${pieces * PIECE.length}\r\n\r\n`
  socket.write(head)
  for (let sent = 0; sent < pieces && !socket.destroyed; sent++) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    socket.write(PIECE)
  }
  await closed
  return answer.split('\r\n', 1)[0]
}

describe('a body that comes slowly', () => {
  it('is cut after its time', async () => {
    expect(await send('/form', 10, 200)).toBe('')
  })

  it('is taken when it arrives in time', async () => {
    expect(await send('/form', 3, 20)).toBe('HTTP/1.1 200 OK')
  })

  it('may take longer for an upload, as long as it makes progress', async () => {
    expect(await send('/upload', 12, 100)).toBe('HTTP/1.1 200 OK')
  })

  it('is cut when an upload stands still', async () => {
    expect(await send('/upload', 3, 2000)).toBe('')
  })

  it('is cut when an upload trickles', async () => {
    expect(await send('/upload', 20, 250)).toBe('')
  })
})

describe('a body that comes from a page of ours, without a connection', () => {
  it('is not waited for, also when it is refused before it is read', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const answer = await app.inject({ method: 'POST', url: '/refused', payload: { left: 'unread' } })
    expect(answer.statusCode).toBe(500)
    expect(vi.getTimerCount()).toBe(0)
    vi.useRealTimers()
  })
})
