import { once } from 'node:events'
import http, { createServer, type RequestListener } from 'node:http'
import type https from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createPost } from './post-message.ts'

let close = () => {}
afterEach(() => close())

async function listen(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => {
    server.closeAllConnections()
    server.close()
  }
  return `http://localhost:${(server.address() as AddressInfo).port}/hook`
}

/** What is sent to this machine, where no address is public, by http. */
const request = http.request as typeof https.request
const anywhere = createPost({ isPublic: () => true, request, waitMs: 300 })
const internet = createPost({ request })

it('sends a message, and takes the status of the answer', async () => {
  let body = ''
  const url = await listen(async (asked, reply) => {
    for await (const part of asked) body += part
    reply.writeHead(asked.headers['webhook-id'] === 'one' ? 204 : 500).end()
  })
  expect(await anywhere(url, { 'webhook-id': 'one' }, '{"kind":"order placed"}')).toEqual({
    answer: 204,
    problem: null,
  })
  expect(body).toBe('{"kind":"order placed"}')
  expect(await anywhere(url, {}, '')).toEqual({ answer: 500, problem: 'status' })
})

it('connects to no address that is not public, whatever name leads there', async () => {
  let asked = 0
  const url = await listen((_, reply) => {
    asked += 1
    reply.end()
  })
  const { port } = new URL(url)
  for (const host of ['localhost', '127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])
    expect(await internet(`http://${host}:${port}/`, {}, ''), host).toEqual({ answer: null, problem: 'address' })
  expect(asked).toBe(0)
})

it('follows no redirect', async () => {
  let asked = 0
  const url = await listen((_, reply) => {
    asked += 1
    reply.writeHead(302, { location: '/elsewhere' }).end()
  })
  expect(await anywhere(url, {}, '')).toEqual({ answer: 302, problem: 'redirect' })
  expect(asked).toBe(1)
})

it('waits no longer than its time, and reads no answer that does not end', async () => {
  const silent = await listen(() => {})
  expect(await anywhere(silent, {}, '')).toEqual({ answer: null, problem: 'silent' })
  close()
  let isCut = false
  const endless = await listen((_, reply) => {
    reply.writeHead(200)
    const timer = setInterval(() => reply.write('x'.repeat(100_000)), 1)
    reply.on('close', () => {
      clearInterval(timer)
      isCut = true
    })
  })
  expect(await anywhere(endless, {}, '')).toEqual({ answer: 200, problem: null })
  await expect.poll(() => isCut).toBe(true)
})

it('says that nobody takes the connection', async () => {
  const url = await listen(() => {})
  close()
  expect(await anywhere(url, {}, '')).toEqual({ answer: null, problem: 'refused' })
})
