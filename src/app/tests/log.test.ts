import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import { createLog, describeError, hideSecrets } from '#kernel/observe/log/log.ts'
import { anyAddress, anyProduct, testShop } from '#testing/shop.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Everything that is logged, at every level. */
function keptLog() {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line) => lines.push(line) }) }
}

/** A mail server that knows nobody and says whom it was asked for. */
async function uselessPostOffice() {
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: (_, __, done) => done(null, { user: 'postbox' }),
    onRcptTo: ({ address }, _, done) => done(new Error(`<${address}> is unknown here`)),
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

describe('no line of the log', () => {
  it('holds a password, token, cookie, address, phone number or search, whatever people do and whatever fails', async () => {
    const { lines, log } = keptLog()
    const settings = {
      SELLER_EMAIL: 'seller@marked.example',
      SELLER_PASSWORD: 'marked-seller-password',
      SMTP_URL: `smtp://postbox:marked-smtp-password@127.0.0.1:${await uselessPostOffice()}`,
      METRICS_TOKEN: 'marked-metrics-token',
    }
    const shop = await testShop(settings, { log })
    closing.push(shop.close)
    const person = { name: 'Ananya Rao', email: 'ananya@marked.example', password: 'marked-password' }
    const browser = shop.browser()
    const post = (url: string, payload: object) => browser.send({ method: 'POST', url, payload })
    await post('/api/user/register', person)
    await post('/api/user/login', { ...person, password: 'marked-wrong-password' })
    await post('/api/user/login', person)
    await post('/api/user/password/reset-request', { email: person.email })
    await post('/api/newsletter/subscribe', { email: person.email })
    await shop.deps.jobs.run('mails')
    const mails = await shop.mailsTo(person.email)
    const links = mails.flatMap(({ text_body }) => text_body.match(/\/\S+\?token=[\w-]+/g) ?? [])
    const tokens = links.map((link) => link.split('token=')[1] ?? '')
    expect(tokens.length).toBeGreaterThanOrEqual(2)
    // The pages are not part of this shop: the address of a link answers 404 and is logged all the same.
    for (const link of links) await shop.request({ method: 'GET', url: link })
    for (const token of tokens) await post('/api/user/password/reset', { token, password: 'marked-new-password' })
    await post('/api/user/login', { ...person, password: 'marked-new-password' })
    await browser.send({ method: 'GET', url: '/api/product/list?q=marked-search' })
    await browser.send({
      method: 'GET',
      url: '/metrics?email=ananya@marked.example',
      headers: { authorization: 'Bearer marked-wrong-token' },
    })
    const address = { ...anyAddress, email: person.email, street: 'marked-street', phone: '98450 12399' }
    const { _id } = (await post('/api/address/add', address)).json().address
    const product = await shop.product({ ...anyProduct })
    const order = { items: [{ product, quantity: 1 }], address: _id }
    await browser.api(placeCodOrder, { body: { ...order, items: [{ product, quantity: 1 }] } })
    const form = new FormData()
    form.append('image', new Blob(['marked-picture']), 'marked-name.jpg')
    const upload = new Response(form)
    await browser.send({
      method: 'POST',
      url: '/api/producer/picture',
      headers: { 'content-type': upload.headers.get('content-type') ?? '' },
      payload: Buffer.from(await upload.arrayBuffer()),
    })
    // The statement that fails carries the address as a parameter.
    await shop.db.schema.dropTable('order_lines').execute()
    const broken = await post('/api/order/cod', { ...order, items: [{ product, quantity: 2 }] })
    expect(broken.statusCode).toBe(500)

    const written = lines.join('')
    expect(written).toContain('"route":"/api/order/cod","status":200')
    expect(written).toContain('request failed')
    expect(written).toContain('mail could not be sent')
    const secrets = [...tokens, ...browser.cookies.values(), ...shopCookies(lines), '98450 12399', '9845012399']
    for (const secret of ['marked', ...secrets]) expect(written).not.toContain(secret)
    for (const line of lines) expect(() => JSON.parse(line)).not.toThrow()
  })
})

/** Cookies that stand in the log by their own look. */
const shopCookies = (lines: readonly string[]) =>
  lines.flatMap((line) => line.match(/haat-(?:user|seller)=[\w-]{32}/g) ?? [])

describe('what is hidden', () => {
  it.each([
    ['a field named password, at any depth', '{"body":{"newPassword":"a \\"quoted\\" one"},"a":1}', 'quoted'],
    ['a list of cookies', '{"headers":{"set-cookie":["haat-user=abc; Path=/"]}}', 'abc'],
    ['a link with a token', '{"msg":"GET /reset-password?token=abc-def failed"}', 'abc-def'],
    ['a session cookie', '{"msg":"cookie was __Host-haat-user=abcdef; x=1"}', 'abcdef'],
    ['a bearer token', '{"msg":"sent Bearer abc.def"}', 'abc.def'],
    ['a key of the payment service', '{"msg":"Invalid API Key provided: sk_live_51HnBqAbCd"}', '51Hn'],
    ['name and password of a database', '{"msg":"postgres://haat:p$s@db.example/haat is away"}', 'p$s'],
    ['an e-mail address', '{"msg":"550 <ananya.rao+shop@example.co.in> unknown"}', 'ananya'],
    ['an e-mail address in a link', '{"msg":"/x?to=ananya%40example.com"}', 'ananya'],
    ['a phone number', '{"msg":"call 98450 12345 or +91 98450-12345"}', '98450'],
  ])('%s', (_, line, secret) => {
    expect(hideSecrets(line)).not.toContain(secret)
    expect(() => JSON.parse(hideSecrets(line))).not.toThrow()
  })

  it('is nothing of an ordinary line', () => {
    const line = JSON.stringify({
      time: '2026-01-31T10:00:00.000Z',
      requestId: '0198f6a2-1111-7000-8000-123456789012',
      traceId: '12345678901234567890123456789012',
      route: '/media/:key',
      ms: 1234567.8,
      bytes: 9845012345,
      stack: 'Error: no\n    at /srv/haat/node_modules/@fastify/cookie/plugin.js:10:20',
    })
    expect(hideSecrets(line)).toBe(line)
  })
})

describe('of an error', () => {
  it('the log tells kind, message, code and place, and leaves out what a database adds of the row', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
      code: '23505',
      constraint: 'users_email_key',
      detail: 'Key (name)=(marked) already exists.',
      parameters: ['marked'],
    })
    const described = describeError(error)
    expect(described).toMatchObject({ code: '23505', constraint: 'users_email_key', message: error.message })
    expect(JSON.stringify(described)).not.toContain('marked')
  })

  it('values that a message quotes are left out, of its causes too', () => {
    const cause = Object.assign(new Error('invalid input syntax for type bigint: "marked"'), { code: '22P02' })
    const broken = new SyntaxError('Unexpected token \'m\', "marked" is not valid JSON', { cause })
    expect(JSON.stringify(describeError(broken))).not.toContain('marked')
  })
})
