import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await testShop({}, { pages: async (request) => new Response(`It came with "${await request.text()}"`) })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const address = shop.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => shop.close())

/** The head says nothing of a body, as `curl -X POST` has it; Node's own client always says something. */
async function post(path: string, type: string | undefined) {
  const socket = connect(port, '127.0.0.1')
  const head = [`POST ${path} HTTP/1.1`, 'Host: shop', 'Connection: close', ...(type ? [`Content-Type: ${type}`] : [])]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  const [status, body = ''] = [Number(answer.split(' ')[1]), answer.split('\r\n\r\n')[1]]
  return { status, body }
}

describe('a POST without a body', () => {
  it.each([
    ['JSON', '/api/user/login', 'application/json', 400, 'Please send a JSON body'],
    ['nothing', '/api/user/login', undefined, 400, 'Enter your email address'],
    ['another type', '/api/user/login', 'text/plain', 415, 'Please send JSON'],
    ['a form with files', '/api/producer/picture', 'multipart/form-data; boundary=x', 400, 'did not arrive whole'],
    ['bytes', '/api/order/stripe/webhook', 'application/json', 503, 'does not take payment online'],
    ['a form on a page', '/login', 'application/x-www-form-urlencoded', 200, 'It came with ""'],
  ])('that calls itself %s is answered at once', async (_, path, type, status, said) => {
    expect(await post(path, type)).toEqual({ status, body: expect.stringContaining(said) })
  })
})
