import { once } from 'node:events'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cutSlowClients } from './slow-clients.ts'

const PIECE = 'x'.repeat(100)
/** More than the network keeps on the way. */
const DOWNLOAD_BYTES = 64 * 1024 * 1024
const PART = Buffer.alloc(64 * 1024, 'x')

let partsTaken = 0
/** Downloads that were given up. */
let ended = 0
async function* parts() {
  try {
    for (let sent = 0; sent < DOWNLOAD_BYTES; sent += PART.length) {
      partsTaken += 1
      yield PART
    }
  } finally {
    ended += 1
  }
}

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
  app.get('/small', async () => 'taken')
  app.get('/whole', async () => Buffer.alloc(DOWNLOAD_BYTES, 'x'))
  app.get('/parts', (_, reply) => reply.send(Readable.from(parts())))
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
    await setTimeout(pauseMs)
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

/**
 * Asks for a download and reads it, with a pause after so many bytes. Waits until the shop's end of the connection is closed;
 * answers whether all of it was read.
 */
async function download(path: string, { bytesAtOnce, pauseMs }: { bytesAtOnce: number; pauseMs: number }) {
  const accepted = once(app.server, 'connection')
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const [own] = await accepted
  const closed = once(own, 'close')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n`)
  let taken = 0
  let left = bytesAtOnce
  socket.on('data', (bytes) => {
    taken += bytes.length
    left -= bytes.length
    if (left > 0) return
    left = bytesAtOnce
    socket.pause()
    void setTimeout(pauseMs, undefined, { ref: false }).then(() => socket.resume())
  })
  const ended = new Promise((resolve) => socket.once('end', resolve))
  await closed
  const isWhole = await Promise.race([ended.then(() => taken > DOWNLOAD_BYTES), setTimeout(500, false)])
  socket.destroy()
  return isWhole
}

describe.each(['/whole', '/parts'])('an answer that is read slowly (%s)', (path) => {
  it('is cut when nobody reads it, and no more of it is made', async () => {
    const before = { partsTaken, ended }
    expect(await download(path, { bytesAtOnce: 1, pauseMs: 600_000 })).toBe(false)
    if (path === '/whole') return
    expect(ended).toBe(before.ended + 1)
    // What the network and one piece of the stream hold, of 1024 parts.
    expect(partsTaken - before.partsTaken).toBeLessThan(300)
  })

  it('is cut when it is read at a trickle', async () => {
    expect(await download(path, { bytesAtOnce: 64 * 1024, pauseMs: 400 })).toBe(false)
  })

  it('arrives when its reader rests for a moment now and then', async () => {
    expect(await download(path, { bytesAtOnce: DOWNLOAD_BYTES / 8, pauseMs: 50 })).toBe(true)
  })
})

it('a connection that is kept open without being used is let be', async () => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await setTimeout(1500)
  socket.write('GET /small HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n')
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK/)
  socket.destroy()
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
