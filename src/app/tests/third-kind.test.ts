import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createSessions, startSession } from '#features/auth/server/sessions.ts'
import { kinds } from '#kernel/guard/principals.ts'
import { implement } from '#kernel/http/implement.ts'
import { endpoint } from '#shared/endpoint.ts'
import { newId } from '#shared/ids.ts'
import { DAY_MS, HOUR_MS } from '#shared/time.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

// What the next kind of account takes: a line in the table, and its name in the list. Here the test has both.
const withMaker = {
  ...kinds,
  maker: { cookie: 'haat-maker', idleMs: HOUR_MS, absoluteMs: DAY_MS, refuses: ['user'] },
} as const

const whoAmI = endpoint('GET', '/api/workshop', {
  // @ts-expect-error a kind of this test's own
  access: 'maker',
  summary: 'Who is at work',
  response: z.object({ kind: z.string(), id: z.string(), rights: z.array(z.string()) }),
})

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(
    {},
    {
      addRoutes(app) {
        app.deps.sessions = createSessions(app.deps, withMaker)
        // @ts-expect-error the same
        implement(app, { whoAmI }, { whoAmI: ({ session: { kind, id, rights } }) => ({ kind, id, rights }) })
      },
    },
  )
})
afterAll(() => shop.close())

const ask = (cookie = '') => shop.request({ method: 'GET', url: '/api/workshop', headers: { cookie } })

/** Logs a maker in, as a login of theirs would. */
async function makerCookie() {
  const id = newId()
  // @ts-expect-error the same
  const token = await startSession(shop.db, shop.deps, 'maker', id, {})
  return { id, cookie: `haat-maker=${token}` }
}

it('a third kind of account calls what is for it, by a session of its own', async () => {
  const { id, cookie } = await makerCookie()
  const answer = await ask(cookie)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ kind: 'maker', id, rights: [] })
})

it('nobody else does, and what is for others stays theirs', async () => {
  const { cookie } = await makerCookie()
  const shopper = await shop.shopper()
  expect((await ask()).statusCode).toBe(401)
  expect((await shopper.send({ method: 'GET', url: '/api/workshop' })).statusCode).toBe(403)
  expect((await ask(cookie.replace('maker', 'seller'))).statusCode).toBe(401)
  for (const url of ['/api/user/is-auth', '/api/seller/is-auth'])
    expect((await shop.request({ method: 'GET', url, headers: { cookie } })).statusCode).toBe(401)
})

it('its session ends when the table says so', async () => {
  const { cookie } = await makerCookie()
  shop.setClock(new Date(Date.now() + 2 * HOUR_MS))
  expect((await ask(cookie)).statusCode).toBe(401)
  shop.setClock(undefined)
})

it('the description of the API names its cookie, and who is refused', async () => {
  const { paths } = (await shop.request({ method: 'GET', url: '/api/openapi.json' })).json()
  const { get } = paths['/api/workshop']
  expect(get.security).toEqual([{ 'haat-maker': [] }])
  expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['401', '403']))
})
