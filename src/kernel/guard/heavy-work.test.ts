import { setTimeout } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { pagePatterns } from '#app/pages/page-patterns.ts'
import { servePages } from '#app/pages/pages.ts'
import type { PageHandler } from '#app/pages/render-page.ts'
import { deferred } from '#shared/deferred.ts'
import { endpoint } from '#shared/endpoint.ts'
import { type TestShop, testShop } from '#testing/shop.ts'
import { implement } from '../http/implement.ts'
import { createHeavyWork } from './heavy-work.ts'

/** Who began a piece of heavy work, and how to end it; `most` is how many of one person ran at the same moment, and of all. */
const seen = { running: [] as { person: string; end: () => void }[], most: { ofOne: 0, inAll: 0 } }

/** Heavy work that lasts until the test ends it. */
async function labour(person: string) {
  const { promise, resolve } = deferred<void>()
  seen.running.push({ person, end: resolve })
  const { running, most } = seen
  most.inAll = Math.max(most.inAll, running.length)
  most.ofOne = Math.max(most.ofOne, ...running.map((one) => running.filter((two) => two.person === one.person).length))
  await promise
  seen.running = seen.running.filter((one) => one.end !== resolve)
}

/** Ends whatever runs until nobody waits any more. */
async function finishAll<T>(answers: Promise<T>[]) {
  let isOver = false
  const all = Promise.all(answers).finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const { end } of seen.running) end()
    await setTimeout(1)
  }
  return all
}

const report = endpoint('GET', '/api/test/report', {
  access: 'user',
  summary: 'Takes long',
  isHeavy: true,
  response: z.object({ done: z.boolean() }),
})
const file = endpoint('GET', '/api/test/file', {
  access: 'user',
  summary: 'A large file',
  isHeavy: true,
  file: 'text/plain',
})
const publicFile = endpoint('GET', '/api/test/public-file', {
  access: 'public',
  summary: 'For anybody',
  isHeavy: true,
  file: 'application/json',
})

let shop: TestShop
const start = async () => {
  shop = await testShop(
    {},
    {
      addRoutes(app) {
        implement(
          app,
          { report, file, publicFile },
          {
            async report({ session }) {
              await labour(session.id)
              return { done: true }
            },
            file({ session }) {
              async function* parts() {
                yield 'first '
                await labour(session.id)
                yield 'last'
              }
              return { content: parts() }
            },
            async publicFile({ request }) {
              await labour(request.ip)
              return { content: '{"success":true}' }
            },
          },
        )
      },
    },
  )
}
const ready = start()
afterAll(() => shop.close())
beforeEach(async () => {
  await ready
  seen.most = { ofOne: 0, inAll: 0 }
})

const until = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 20_000 })
const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

describe('heavy work', () => {
  it('of one person runs one at a time; a few more wait, the rest are refused with 429', async () => {
    const shopper = await shop.shopper()
    const asked = Array.from({ length: 16 }, () => shopper.send({ url: '/api/test/report' }))
    const answers = await finishAll(asked)
    expect(seen.most).toEqual({ ofOne: 1, inAll: 1 })
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(new Set(statuses(refused))).toEqual(new Set([429]))
    expect(refused[0]?.json()).toMatchObject({ success: false, code: 'TOO_MUCH_AT_ONCE' })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('of one person does not hold up another, nor what is light', async () => {
    const [greedy, other] = [await shop.shopper(), await shop.shopper()]
    const asked = Array.from({ length: 16 }, () => greedy.send({ url: '/api/test/report' }))
    await until(() => seen.running.length === 1)
    expect((await greedy.send({ url: '/api/user/is-auth' })).statusCode).toBe(200)
    const mine = other.send({ url: '/api/test/report' })
    await until(() => seen.running.some(({ person }) => person === other.user._id))
    expect(seen.running.map(({ person }) => person).toSorted()).toEqual([greedy.user._id, other.user._id].toSorted())
    await finishAll([...asked, mine])
  })

  it('of all runs two at a time, each person in turn', async () => {
    const people = await Promise.all([shop.shopper(), shop.shopper(), shop.shopper()])
    const asked = people.flatMap(({ send }) => [send({ url: '/api/test/report' }), send({ url: '/api/test/report' })])
    await until(() => seen.running.length === 2)
    const [first] = seen.running
    first?.end()
    // The third person comes before the second piece of the first.
    await until(() => seen.running.some(({ person }) => person === people[2]?.user._id))
    const answers = await finishAll(asked)
    expect(seen.most).toEqual({ ofOne: 1, inAll: 2 })
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
  })

  it('is one person in all sessions of an account', async () => {
    const shopper = await shop.shopper()
    const again = shop.browser()
    await again.send({
      method: 'POST',
      url: '/api/user/login',
      payload: { email: shopper.email, password: 'a good password' },
    })
    await finishAll([shopper, again].map(({ send }) => send({ url: '/api/test/report' })))
    expect(seen.most.ofOne).toBe(1)
  })

  it('that is sent as a stream counts until it is sent', async () => {
    const shopper = await shop.shopper()
    const asked = Array.from({ length: 3 }, () => shopper.send({ url: '/api/test/file' }))
    const answers = await finishAll(asked)
    expect(seen.most.ofOne).toBe(1)
    expect(answers.map(({ body }) => body)).toEqual(Array(3).fill('first last'))
  })

  it('of nobody in particular counts for the address it is asked from', async () => {
    const ask = (remoteAddress: string): InjectOptions => ({ url: '/api/test/public-file', remoteAddress })
    const asked = ['10.0.0.1', '10.0.0.1', '10.0.0.2'].map((address) => shop.request(ask(address)))
    await finishAll(asked)
    expect(seen.most).toEqual({ ofOne: 1, inAll: 2 })
  })

  it('that failed gives its place back', async () => {
    const shopper = await shop.shopper()
    for (let time = 0; time < 8; time++) {
      const answer = await shopper.send({ url: '/api/order/00000000-0000-7000-8000-000000000000/invoice.pdf' })
      expect(answer.statusCode).toBe(404)
    }
  })
})

describe('a heavy page', () => {
  const cookie = (shopper: { cookies: Map<string, string> }) => ({
    cookie: `haat-user=${shopper.cookies.get('haat-user')}`,
  })

  /** A shop whose page /my-list is heavy, and asks the heavy report for what it shows. */
  const withPage = () =>
    testShop(
      {},
      {
        async addRoutes(app) {
          implement(app, { report }, { report: () => ({ done: true }) })
          const findPage = pagePatterns({
            list: { id: 'list', path: 'my-list', module: { handle: { isHeavy: true } } },
            light: { id: 'light', path: 'light' },
          })
          const page: PageHandler = async ({ url }, { fetchApi }) => {
            await labour('somebody')
            const answer = url.endsWith('/light')
              ? { status: 200 }
              : await fetchApi('/api/test/report', { method: 'GET' })
            return new Response(`the report says ${answer.status}`)
          }
          await servePages(app, async () => page, findPage)
        },
      },
    )

  it('is made one at a time for a person, with the heavy calls that it makes', async () => {
    const own = await withPage()
    const shopper = await own.shopper()
    const asked = Array.from({ length: 5 }, () => own.request({ url: '/my-list', headers: cookie(shopper) }))
    const answers = await finishAll(asked)
    expect(seen.most.ofOne).toBe(1)
    expect(answers.map(({ body }) => body)).toEqual(Array(5).fill('the report says 200'))
    await own.close()
  })

  it('is known by any spelling of its address; other pages, and those of visitors, are not held up', async () => {
    const own = await withPage()
    const shopper = await own.shopper()
    const spellings = ['/my-list', '/MY-LIST', '/my%2Dlist', '/my-list//']
    await finishAll(spellings.map((url) => own.request({ url, headers: cookie(shopper) })))
    expect(seen.most.ofOne).toBe(1)
    const light = spellings.map(() => own.request({ url: '/light', headers: cookie(shopper) }))
    await until(() => seen.running.length === spellings.length)
    await finishAll(light)
    await own.close()
  })
})

describe('who waits for heavy work', () => {
  const person = (name: string) => ({ person: name, waitsForClient: () => false, isGone: () => false })

  it('is refused with 503 when too many wait in all, and after a while', async () => {
    const heavy = createHeavyWork({ atOnce: 1, waitingOfOne: 2, waitingInAll: 2, waitMs: 20, checkMs: 5 })
    const running = await heavy.enter(person('a'))
    const waiting = ['b', 'c'].map((name) => heavy.enter(person(name)))
    await expect(heavy.enter(person('d'))).rejects.toMatchObject({ status: 503 })
    for (const one of waiting) await expect(one).rejects.toMatchObject({ status: 503 })
    running()
    const next = await heavy.enter(person('e'))
    next()
  })

  it('is not begun for when they are gone', async () => {
    const heavy = createHeavyWork({ atOnce: 1 })
    const leave = await heavy.enter(person('a'))
    const begun: string[] = []
    let isGone = false
    void heavy.enter({ ...person('b'), isGone: () => isGone }).then(() => begun.push('b'))
    const last = heavy.enter(person('c')).then(() => begun.push('c'))
    isGone = true
    leave()
    await last
    expect(begun).toEqual(['c'])
  })

  it('comes next while other work only waits for its client, who keeps their own place', async () => {
    const heavy = createHeavyWork({ atOnce: 1, checkMs: 5 })
    let isSlow = false
    const first = await heavy.enter({ ...person('a'), waitsForClient: () => isSlow })
    let hasBegun = false
    const mine = heavy.enter(person('a')).then(() => {
      hasBegun = true
    })
    const next = heavy.enter(person('b'))
    isSlow = true
    const leave = await next
    expect(hasBegun).toBe(false)
    leave()
    first()
    await mine
    expect(hasBegun).toBe(true)
  })
})
