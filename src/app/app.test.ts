import zlib from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startSession } from '#features/auth/server/sessions.ts'
import { maker } from '#features/workshop/testing/maker.ts'
import type { Access } from '#shared/endpoint.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'

let shop: TestShop
let ownMaker: Awaited<ReturnType<typeof maker>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  ownMaker = await maker(shop, await shop.seller())
})
afterAll(() => shop.close())

/** Who may call what. A route that is served and has no row here fails the test. */
const table: Record<string, Access> = {
  'POST /api/user/register': 'public',
  'POST /api/user/login': 'public',
  'GET /api/user/is-auth': 'user',
  'GET /api/user/logout': 'public',
  'POST /api/user/logout': 'public',
  'POST /api/seller/login': 'public',
  'GET /api/seller/is-auth': 'seller',
  'GET /api/seller/logout': 'public',
  'POST /api/seller/logout': 'public',
  'GET /api/product/list': 'public',
  'GET /api/product/newest': 'public',
  'GET /api/product/suggest': 'public',
  'GET /api/product/categories': 'public',
  'GET /api/product/feeds': 'seller',
  'GET /feeds/google.xml': 'public',
  'GET /feeds/meta.csv': 'public',
  'GET /api/product/:id': 'public',
  'GET /api/product/seller': 'seller',
  'GET /api/product/seller/:id': 'seller',
  'POST /api/product/stock': 'seller',
  'POST /api/product/:id/picture': 'seller',
  'POST /api/product/:id/mark/:kind/evidence': 'seller',
  'GET /api/product/:id/mark/:kind/evidence': 'public',
  'GET /api/product/seller/:id/mark/:kind/evidence': 'seller',
  'GET /api/product/seller/marks': 'seller',
  'GET /api/product/seller/to-mend': 'seller',
  'GET /api/product/seller/facts': 'seller',
  'POST /api/product/:id/archive': 'seller',
  'POST /api/product/:id/unarchive': 'seller',
  'POST /api/product/:id/duplicate': 'seller',
  'POST /api/product/bulk': 'seller',
  'POST /api/product/family': 'seller',
  'POST /api/product/prices': 'seller',
  'GET /api/ledger/percentages': 'public',
  'GET /api/ledger/percentages/all': 'seller',
  'POST /api/ledger/percentages': 'seller',
  'DELETE /api/ledger/percentages/:from': 'seller',
  'GET /api/product/seller/ids': 'seller',
  'GET /api/product/import/:id': 'seller',
  'GET /api/product/import': 'seller',
  'GET /api/product/import/demo.csv': 'seller',
  'GET /api/product/import/demo.zip': 'seller',
  'GET /api/product/import/template.csv': 'seller',
  'GET /api/product/import/template.xlsx': 'seller',
  'POST /api/product/import/:id/write': 'seller',
  'POST /api/product/import/:id/undo': 'seller',
  'GET /api/seller/audit': 'seller',
  'POST /api/workshop/invitation': 'public',
  'POST /api/workshop/enter': 'public',
  'GET /api/workshop/names': 'public',
  'POST /api/workshop/login': 'public',
  'POST /api/workshop/login/lock': 'public',
  'POST /api/workshop/enter/lock': 'public',
  'GET /api/workshop/is-auth': 'producer',
  'POST /api/workshop/logout': 'public',
  'POST /api/workshop/language': 'producer',
  'GET /api/producer/:id/people': 'seller',
  'POST /api/producer/:id/invitation': 'seller',
  'GET /api/producer/untold': 'seller',
  'DELETE /api/producer/:id/invitation/:invitation': 'seller',
  'DELETE /api/producer/:id/people/:person': 'seller',
  'DELETE /api/producer/:id/device/:device': 'seller',
  'POST /api/producer/:id/device/:device/resume': 'seller',
  'GET /api/change': 'seller',
  'POST /api/change/:id': 'seller',
  'GET /api/workshop/people': 'producer',
  'POST /api/workshop/people': 'producer',
  'DELETE /api/workshop/people/invitation/:invitation': 'producer',
  'DELETE /api/workshop/people/:person': 'producer',
  'DELETE /api/workshop/people/device/:device': 'producer',
  'GET /api/workshop/parcels': 'producer',
  'GET /api/workshop/parcel/:id': 'producer',
  'POST /api/workshop/parcel/:id/packed': 'producer',
  'GET /api/workshop/parcel/:id/slip.pdf': 'producer',
  'GET /api/workshop/parcel/:id/label.pdf': 'producer',
  'POST /api/workshop/parcel/:id/sent': 'producer',
  'GET /api/workshop/today': 'producer',
  'GET /api/workshop/own-login': 'producer',
  'POST /api/workshop/own-login': 'producer',
  'GET /api/workshop/holiday': 'producer',
  'POST /api/workshop/holiday': 'producer',
  'DELETE /api/workshop/holiday': 'producer',
  'GET /api/producer/:id/holiday': 'seller',
  'POST /api/producer/:id/holiday': 'seller',
  'DELETE /api/producer/:id/holiday': 'seller',
  'GET /api/workshop/push': 'producer',
  'POST /api/workshop/push': 'producer',
  'DELETE /api/workshop/push': 'producer',
  'GET /api/workshop/products': 'producer',
  'GET /api/workshop/product/:id': 'producer',
  'POST /api/workshop/picture': 'producer',
  'POST /api/workshop/product': 'producer',
  'PATCH /api/workshop/product/:id': 'producer',
  'PATCH /api/workshop/product/:id/stock': 'producer',
  'DELETE /api/workshop/product/:id/change': 'producer',
  'GET /api/workshop/story': 'producer',
  'PATCH /api/workshop/story': 'producer',
  'GET /api/workshop/money': 'producer',
  'GET /api/workshop/money/:id/statement.pdf': 'producer',
  'GET /api/workshop/money/:id/statement.csv': 'producer',
  'GET /api/team': 'seller',
  'POST /api/team': 'seller',
  'PATCH /api/team/:id': 'seller',
  'DELETE /api/team/:id': 'seller',
  'DELETE /api/team/:id/sessions': 'seller',
  'DELETE /api/team/:id/sessions/:device': 'seller',
  'GET /api/team/invitation': 'public',
  'POST /api/team/enter': 'public',
  'POST /api/product/:id/alert': 'public',
  'POST /api/stock-alert/confirm': 'public',
  'POST /api/stock-alert/stop': 'public',
  'GET /api/cart/short': 'public',
  'GET /api/cart/visitor': 'public',
  'POST /api/cart/visitor': 'public',
  'POST /api/cart/update': 'user',
  'GET /api/address/get': 'user',
  'POST /api/address/add': 'user',
  'PATCH /api/address/:id': 'user',
  'DELETE /api/address/:id': 'user',
  'POST /api/order/cod': 'user',
  'POST /api/order/stripe': 'user',
  'POST /api/order/:id/pay': 'user',
  'GET /api/order/payment': 'user',
  'GET /api/test-checkout/:id': 'user',
  'POST /api/test-checkout/:id/pay': 'user',
  'GET /api/order/user': 'user',
  'GET /api/order/user/:id': 'user',
  'GET /api/order/seller': 'seller',
  'GET /api/order/seller/:id': 'seller',
  'GET /api/order/seller/:id/makers': 'seller',
  'GET /api/order/seller/cash': 'seller',
  'GET /api/order/money-problem': 'seller',
  'POST /api/order/money-problem/:id': 'seller',
  'GET /api/order/seller/ids': 'seller',
  'GET /api/order/seller/new': 'seller',
  'GET /api/order/overview': 'seller',
  'POST /api/parcel/file': 'seller',
  'POST /api/parcel/file/preview': 'seller',
  'POST /api/parcel/file/:id/book': 'seller',
  'GET /api/parcel': 'seller',
  'GET /api/parcel/file/:id': 'seller',
  'GET /api/parcel/file/:id/lines.csv': 'seller',
  'GET /api/parcel/file/:id/lines.xlsx': 'seller',
  'GET /api/parcel/file': 'seller',
  'GET /api/parcel/file/demo.csv': 'seller',
  'POST /api/order/:id/cancel': 'user',
  'GET /api/track/:token': 'public',
  'GET /api/producer/application/:token': 'public',
  'GET /api/order/:id/invoice': 'user',
  'GET /api/order/:id/ledger': 'user',
  'GET /api/order/seller/:id/invoice': 'seller',
  'GET /api/order/:id/credit-note/:number': 'user',
  'GET /api/order/seller/:id/credit-note/:number': 'seller',
  'POST /api/order/:id/status': 'seller',
  'POST /api/order/:id/cash-received': 'seller',
  'POST /api/order/:id/cash-received/undo': 'seller',
  'POST /api/order/:id/refund': 'seller',
  'POST /api/parcel/move': 'seller',
  'PATCH /api/parcel/:id': 'seller',
  'POST /api/parcel/:id/let-go': 'seller',
  'POST /api/return': 'user',
  'GET /api/return/user': 'user',
  'GET /api/return/user/:id/photo/:place': 'user',
  'POST /api/return/:id/withdraw': 'user',
  'GET /api/return/seller': 'seller',
  'GET /api/return/waiting': 'seller',
  'GET /api/return/seller/:id/photo/:place': 'seller',
  'PATCH /api/return/:id': 'seller',
  'GET /api/ledger': 'public',
  'GET /api/ledger/community': 'public',
  'POST /api/ledger/community': 'seller',
  'GET /api/ledger/corrections': 'seller',
  'GET /api/seller/date': 'seller',
  'POST /api/seller/date': 'seller',
  'GET /api/seller/restores': 'seller',
  'POST /api/seller/restores': 'seller',
  'POST /api/ledger/corrections': 'seller',
  'POST /api/ledger/corrections/preview': 'seller',
  'GET /api/ledger/check': 'seller',
  'GET /api/ledger/earnings/:producer': 'public',
  'GET /api/payout/due': 'seller',
  'POST /api/payout/run': 'seller',
  'POST /api/second-factor/again': 'seller',
  'GET /api/key': 'seller',
  'POST /api/key': 'seller',
  'POST /api/key/:id/resume': 'seller',
  'DELETE /api/key/:id': 'seller',
  'GET /api/webhook': 'seller',
  'POST /api/webhook': 'seller',
  'POST /api/webhook/:id/resume': 'seller',
  'DELETE /api/webhook/:id': 'seller',
  'GET /api/webhook/:id/deliveries': 'seller',
  'POST /api/webhook/:id/deliveries/:delivery/again': 'seller',
  'GET /api/seller/health': 'seller',
  'POST /api/seller/health/test-mail': 'seller',
  'GET /api/seller/troubles': 'seller',
  'GET /api/second-factor': 'seller',
  'POST /api/second-factor': 'seller',
  'POST /api/second-factor/confirm': 'seller',
  'DELETE /api/second-factor': 'seller',
  'POST /api/second-factor/enter': 'public',
  'POST /api/passkey/options': 'seller',
  'POST /api/passkey': 'seller',
  'DELETE /api/passkey/:id': 'seller',
  'POST /api/passkey/challenge': 'public',
  'POST /api/passkey/enter': 'public',
  'GET /api/payout': 'seller',
  'GET /api/payout/run': 'seller',
  'GET /api/payout/run/:id': 'seller',
  'GET /api/payout/run/:id/bank.csv': 'seller',
  'GET /api/payout/run/:id/bank.xlsx': 'seller',
  'POST /api/payout/:id/sent': 'seller',
  'POST /api/payout/run/:id/sent': 'seller',
  'POST /api/payout/:id/failed': 'seller',
  'GET /api/payout/:id/statement': 'seller',
  'GET /api/payout/:id/statement.csv': 'seller',
  'GET /api/payout/:id/statement.xlsx': 'seller',
  'GET /api/payout/:id/statement.pdf': 'seller',
  'GET /api/payout/account/:producer': 'seller',
  'PUT /api/payout/account/:producer': 'seller',
  'POST /api/payout/account/:producer/called': 'seller',
  'POST /api/payout/found': 'seller',
  'POST /api/payout/confirm': 'seller',
  'GET /api/second-yes': 'seller',
  'POST /api/second-yes/:id': 'seller',
  'POST /api/user/password/reset-request': 'public',
  'POST /api/user/password/reset': 'public',
  'GET /api/user/password/reset-link': 'public',
  'PATCH /api/user/profile': 'user',
  'POST /api/user/password': 'user',
  'GET /api/user/sessions': 'user',
  'DELETE /api/user/sessions/:id': 'user',
  'POST /api/user/delete': 'user',
  'GET /api/user/email': 'user',
  'POST /api/user/email/send-link': 'user',
  'POST /api/email/confirm': 'public',
  'GET /api/seller/account': 'seller',
  'POST /api/seller/password': 'seller',
  'POST /api/seller/email': 'seller',
  'POST /api/seller/password/reset-request': 'public',
  'POST /api/seller/password/reset': 'public',
  'GET /api/seller/password/reset-link': 'public',
  'GET /api/seller/held-mails': 'seller',
  'POST /api/seller/held-mails': 'seller',
  'POST /api/producer/submit': 'public',
  'POST /api/producer': 'seller',
  'GET /api/producer/list': 'public',
  'GET /api/producer/:id': 'public',
  'GET /api/producer/samples': 'public',
  'GET /api/producer/applications': 'seller',
  'PATCH /api/producer/status/:id': 'seller',
  'GET /api/producer/applications/:id': 'seller',
  'GET /api/producer/search': 'seller',
  'PATCH /api/producer/:id': 'seller',
  'POST /api/producer/:id/suspend': 'seller',
  'POST /api/producer/:id/unsuspend': 'seller',
  'POST /api/newsletter/subscribe': 'public',
  'POST /api/newsletter/confirm': 'public',
  'POST /api/newsletter/unsubscribe': 'public',
  'GET /api/newsletter/list': 'seller',
  'POST /api/product/add': 'seller',
  'PATCH /api/product/:id': 'seller',
  'GET /api/product/export.csv': 'seller',
  'GET /api/product/export.xlsx': 'seller',
  'POST /api/product/import': 'seller',
  'POST /api/product/import/check': 'seller',
  'GET /api/order/export.csv': 'seller',
  'GET /api/order/export.xlsx': 'seller',
  'GET /api/order/lines.csv': 'seller',
  'GET /api/order/lines.xlsx': 'seller',
  'GET /api/order/:id/invoice.pdf': 'user',
  'GET /api/order/seller/:id/invoice.pdf': 'seller',
  'GET /api/order/:id/credit-note/:number.pdf': 'user',
  'GET /api/order/seller/:id/credit-note/:number.pdf': 'seller',
  'POST /api/order/stripe/webhook': 'public',
  'POST /api/producer/picture': 'public',
  'GET /api/user/data': 'user',
  'GET /api/newsletter/list.csv': 'seller',
  'GET /api/ledger/entries': 'public',
  'GET /api/ledger/entries.csv': 'public',
  'GET /api/parcel/print.pdf': 'seller',
  // Asks for METRICS_TOKEN itself, and answers 404 without it.
  'GET /metrics': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
}

/** A login of the maker's in another browser, since some calls end one. */
async function loggedInMaker() {
  const browser = shop.browser()
  const token = await startSession(shop.db, shop.deps, 'producer', ownMaker._id, {})
  browser.cookies.set('haat-workshop', token)
  return browser
}

describe('who may call what', () => {
  it('has a row for every route that is served, and no other', () => {
    const route = ({ method, path, access }: { method: string; path: string; access: Access }) => [
      `${method} ${path}`,
      access,
    ]
    expect(Object.fromEntries(shop.app.endpoints.map(route))).toEqual(table)
  })

  it('takes exports, papers, uploads, all of one’s data and lists of orders for heavy work', () => {
    const heavy = shop.app.endpoints.filter(({ isHeavy }) => isHeavy).map(({ method, path }) => `${method} ${path}`)
    expect(heavy.toSorted()).toEqual([
      'GET /api/ledger/entries',
      'GET /api/ledger/entries.csv',
      'GET /api/newsletter/list.csv',
      'GET /api/order/:id/credit-note/:number.pdf',
      'GET /api/order/:id/invoice.pdf',
      'GET /api/order/export.csv',
      'GET /api/order/export.xlsx',
      'GET /api/order/lines.csv',
      'GET /api/order/lines.xlsx',
      'GET /api/order/overview',
      'GET /api/order/seller',
      'GET /api/order/seller/:id/credit-note/:number.pdf',
      'GET /api/order/seller/:id/invoice.pdf',
      'GET /api/order/seller/ids',
      'GET /api/order/user',
      'GET /api/parcel',
      'GET /api/parcel/file/:id/lines.csv',
      'GET /api/parcel/file/:id/lines.xlsx',
      'GET /api/parcel/print.pdf',
      'GET /api/payout/:id/statement.csv',
      'GET /api/payout/:id/statement.pdf',
      'GET /api/payout/:id/statement.xlsx',
      'GET /api/payout/run/:id/bank.csv',
      'GET /api/payout/run/:id/bank.xlsx',
      'GET /api/product/export.csv',
      'GET /api/product/export.xlsx',
      'GET /api/product/import/demo.zip',
      'GET /api/user/data',
      'GET /api/workshop/money/:id/statement.csv',
      'GET /api/workshop/money/:id/statement.pdf',
      'GET /api/workshop/parcel/:id/label.pdf',
      'GET /api/workshop/parcel/:id/slip.pdf',
      'GET /feeds/google.xml',
      'GET /feeds/meta.csv',
      'PATCH /api/product/:id',
      'POST /api/parcel/file',
      'POST /api/parcel/file/preview',
      'POST /api/producer/picture',
      'POST /api/product/:id/mark/:kind/evidence',
      'POST /api/product/:id/picture',
      'POST /api/product/add',
      'POST /api/product/import',
      'POST /api/product/import/check',
      'POST /api/return',
      'POST /api/workshop/picture',
    ])
  })

  it('lists every route that takes a file: who may send, how often, its turn, and how many of how many MB', () => {
    const uploads = shop.app.endpoints.flatMap(({ method, path, access, rate, isHeavy, form }) =>
      form
        ? [[`${method} ${path}`, `${access} ${rate} ${isHeavy ? 'turn' : ''} ${form.most}x${form.maxBytes / 2 ** 20}`]]
        : [],
    )
    expect(Object.fromEntries(uploads)).toEqual({
      'PATCH /api/product/:id': 'seller sellerUpload turn 4x10',
      'POST /api/parcel/file': 'seller sellerUpload turn 1x6',
      'POST /api/parcel/file/preview': 'seller sellerUpload turn 1x6',
      'POST /api/producer/picture': 'public pictureUpload turn 1x10',
      'POST /api/product/:id/mark/:kind/evidence': 'seller sellerUpload turn 1x10',
      'POST /api/product/:id/picture': 'seller sellerUpload turn 1x10',
      'POST /api/product/add': 'seller sellerUpload turn 4x10',
      'POST /api/product/import': 'seller sellerUpload turn 1x25',
      'POST /api/product/import/check': 'seller sellerUpload turn 2x200',
      'POST /api/return': 'user returnRequest turn 4x10',
      'POST /api/workshop/picture': 'producer sellerUpload turn 1x10',
    })
  })

  it.each(Object.entries(table))('%s: %s', async (route, access) => {
    const [method, path = ''] = route.split(' ')
    const callers = {
      ...{ visitor: shop.browser(), user: await shop.shopper(), seller: await shop.seller() },
      producer: await loggedInMaker(),
    }
    const refused: Record<string, false | number> = {}
    for (const [name, caller] of Object.entries(callers)) {
      // A body past the limit: who may not call is refused before it is read.
      const answer = await caller.send({
        method: method as 'GET',
        url: path.replace(':id', 'unknown'),
        ...(method === 'GET' ? {} : { payload: { wrong: true } }),
      })
      const isFile =
        answer.headers['content-disposition'] !== undefined ||
        !String(answer.headers['content-type']).startsWith('application/json')
      const isRefused = !isFile && ['NOT_LOGGED_IN', 'NOT_ALLOWED'].includes(answer.json().code)
      refused[name] = isRefused && answer.statusCode
      if (!isFile) expect(answer.json()).toHaveProperty('success')
    }
    expect(refused).toEqual({
      visitor: access !== 'public' && 401,
      user: ['seller', 'producer'].includes(access) && 403,
      seller: access === 'producer' ? 403 : access === 'user' && 401,
      producer: access === 'seller' ? 403 : access === 'user' && 401,
    })
  })
})

describe('hostile and broken requests', () => {
  const post = (payload: string | Buffer, contentType = 'application/json') =>
    shop.request({ method: 'POST', url: '/api/user/login', headers: { 'content-type': contentType }, payload })

  it.each([
    ['broken JSON', '{"email":', 400],
    ['no body', '', 400],
    ['a list instead of an object', '[]', 400],
    ['a __proto__ key', '{"__proto__": {"admin": true}}', 400],
    ['a constructor.prototype key', '{"constructor": {"prototype": {}}}', 400],
    ['a NUL byte', '{"email":"a\\u0000@b.c","password":"x"}', 400],
    ['a lone surrogate', '{"email":"a@b.c","password":"\\ud800"}', 400],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400],
    ['nesting past 20 levels', `{"email":${'['.repeat(30)}${']'.repeat(30)}}`, 400],
    ['more than 1 MB', JSON.stringify({ email: 'x'.repeat(1_100_000) }), 413],
  ])('%s is refused', async (_, payload, status) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String), requestId: expect.any(String) })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml'])(
    '%s is a wrong type',
    async (type) => {
      expect((await post('{}', type)).statusCode).toBe(415)
    },
  )

  it('JSON in another charset is refused', async () => {
    expect((await post('{}', 'application/json; charset=utf-16')).statusCode).toBe(400)
  })

  it.each([
    ['an unknown address', 'GET', '/api/nothing'],
    ['an unknown method', 'DELETE', '/api/product/list'],
    ['a path that climbs', 'GET', '/api/../../etc/passwd'],
    ['a broken escape', 'GET', '/api/product/%E0%A4%A'],
    ['an id of 10,000 letters', 'GET', `/api/product/${'x'.repeat(10_000)}`],
    ['an id that is SQL', 'GET', "/api/product/'%20or%201=1--"],
  ] as const)('%s answers JSON with 404', async (_, method, url) => {
    const answer = await shop.request({ method, url })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ success: false, message: expect.any(String) })
  })

  it('a refusal is a sentence to read in a browser, and JSON under /api whoever asks', async () => {
    const headers = { accept: 'text/html,application/xhtml+xml' }
    const page = await shop.request({ url: '/no<script>where', headers })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('<h1>This address was not found</h1>')
    const answer = await shop.request({ url: '/api/nowhere', headers })
    expect(answer.json()).toMatchObject({ success: false, code: 'NOT_FOUND' })
  })

  it('a failure of our own tells nothing but a request id', async () => {
    const broken = await testShop()
    await broken.db.schema.alterTable('products').renameTo('elsewhere').execute()
    const answer = await broken.request({ method: 'GET', url: '/api/product/list' })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      success: false,
      code: 'INTERNAL',
      message: 'Something broke on our side. Please try again',
      requestId: expect.any(String),
    })
    await broken.close()
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    const { headers } = await shop.request({ method: 'GET', url: '/api/product/list' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=(), microphone=(), geolocation=()'),
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      'x-request-id': expect.any(String),
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })

  it('asks for https for a year where the shop is on https, with __Host- cookies', async () => {
    const secure = await testShop({ PUBLIC_URL: 'https://haat.example' })
    const answer = await secure.request({
      method: 'POST',
      url: '/api/user/register',
      payload: { name: 'A', email: 'a@b.co', password: 'a good password' },
    })
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    expect(answer.headers['set-cookie']).toMatch(/^__Host-haat-user=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/)
    await secure.close()
  })

  it('to a shopper or the seller is stored nowhere, of each route that only they may read', async () => {
    const callers = { user: await shop.shopper(), seller: await shop.seller(), producer: await loggedInMaker() }
    const isPlain = (path: string) => !path.includes(':')
    const routes = shop.app.endpoints.flatMap(({ method, path, access }) =>
      method === 'GET' && access !== 'public' && isPlain(path) ? [{ path, access }] : [],
    )
    const stored: string[] = []
    let answered = 0
    for (const { path, access } of routes) {
      const { statusCode, headers } = await callers[access].send({ method: 'GET', url: path })
      if (statusCode !== 200) continue
      answered += 1
      if (headers['cache-control'] !== 'no-store') stored.push(path)
    }
    expect(stored).toEqual([])
    expect(answered).toBeGreaterThan(20)
  })
})

describe('health and the description of the API', () => {
  it('answers whether the process is up and the database answers', async () => {
    expect((await shop.request({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)
    expect((await shop.request({ method: 'GET', url: '/readyz' })).statusCode).toBe(200)
  })

  it('describes every endpoint, money in rupees', async () => {
    const document = (await shop.request({ method: 'GET', url: '/api/openapi.json' })).json()
    const described = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(
      Object.keys(table)
        .filter((route) => / \/(?:api|feeds)\//.test(route))
        .toSorted(),
    )
    expect(document.paths['/api/order/cod'].post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/PlaceOrder',
    })
    expect(document.components.schemas.PlaceOrder.properties.expectedTotal).toMatchObject({ type: 'number' })
    expect(document.paths['/api/order/user'].get.responses['429'].description).toContain('TOO_MUCH_AT_ONCE')
  })

  it('shows it as a page', async () => {
    const page = await shop.request({ method: 'GET', url: '/api/docs/' })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const [, script] = /<script src="\.\/([^"]+)"/.exec(page.body) ?? []
    const url = `/api/docs/${script}`
    expect((await shop.request({ method: 'GET', url })).headers['content-type']).toContain('javascript')
    expect((await shop.request({ method: 'GET', url: `${url}.map` })).statusCode).toBe(404)
  })

  it('compresses the files of that page once, and sends them once to a browser that keeps them', async () => {
    const url = '/api/docs/static/swagger-ui-bundle.js'
    const ask = (headers = {}) =>
      shop.request({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br', ...headers } })
    const first = await ask()
    expect(first).toMatchObject({ statusCode: 200, headers: { 'content-encoding': 'br' } })
    const compressed = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'brotliCompress')]
    const again = await ask()
    expect(again.rawPayload).toEqual(first.rawPayload)
    for (const spy of compressed) expect(spy).not.toHaveBeenCalled()
    expect((await ask({ 'if-none-match': first.headers.etag })).statusCode).toBe(304)
    // Written in another way it would be kept once more.
    expect((await shop.request({ method: 'GET', url: url.replace('static', '%73tatic') })).statusCode).toBe(404)
  })
})
