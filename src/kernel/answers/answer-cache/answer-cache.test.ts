import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { notFound, sharedMessage } from '#shared/app-error.ts'
import { openDatabase } from '../../db/database.ts'
import { makeAnswer, unpacked } from './answer.ts'
import { createAnswerCache, type Make } from './answer-cache.ts'
import { type CatalogueRead, createCatalogueReads, outcomeOf, type ReadInput } from './catalogue-reads.ts'
import type { CatalogueSource } from './catalogue-source.ts'
import type { CatalogueVersion } from './catalogue-version.ts'

/** Nothing in here asks it. */
const db = openDatabase(':memory:')
afterAll(() => db.destroy())

/** A version that says what it is told. */
function fakeVersion() {
  const changes = new Map<string, number>()
  const state = { known: 1 as number | undefined, isBusy: false, areChangesKnown: true, seenAt: 0 }
  async function read() {
    if (state.known === undefined) throw new Error('the database is away')
    return state.known
  }
  const version: CatalogueVersion = {
    ...{ certain: () => state.known, latest: read, read, stop: async () => {} },
    ...{ seenAt: () => state.seenAt, isBusy: () => state.isBusy },
    changedSince: () => undefined,
    covers: async () => true,
    hasChanged: (id, since) => (state.areChangesKnown ? (changes.get(id) ?? 0) > since : undefined),
  }
  /** The next version, which changed these. */
  function change(...ids: string[]) {
    state.known = (state.known ?? 0) + 1
    for (const id of ids) changes.set(id, state.known)
  }
  return { version, state, change }
}

function cacheOf(maxBytes = 1_000_000) {
  const fake = fakeVersion()
  const source: CatalogueSource = { read: (_, work) => work(db), readTogether: (_, work) => work(db) }
  const reads = createCatalogueReads(fake.version, source)
  return { ...fake, reads, answers: createAnswerCache(fake.version, reads, { maxBytes }) }
}

const answerOf = (text: string) => makeAnswer({ 'content-type': 'text/plain' }, text)
const answer = (text: string) => async () => ({ answer: answerOf(text) })
type Answers = ReturnType<typeof cacheOf>['answers']
const textOf = async (got: ReturnType<Answers['get']>) => (await unpacked(await got)).toString()
const found = (answers: Answers, key: string) => answers.find(key)?.body.toString()

describe('answers', () => {
  it('are kept for one version', async () => {
    const { answers, state } = cacheOf()
    expect(await textOf(answers.get('/a', answer('one')))).toBe('one')
    expect(await textOf(answers.get('/a', answer('two')))).toBe('one')
    expect(found(answers, '/a')).toBe('one')
    state.known = 2
    expect(found(answers, '/a')).toBeUndefined()
    expect(await textOf(answers.get('/a', answer('two')))).toBe('two')
  })

  it('are neither used nor kept while the version cannot be read', async () => {
    const { answers, state } = cacheOf()
    await answers.get('/a', answer('one'))
    state.known = undefined
    expect(found(answers, '/a')).toBeUndefined()
    expect(await textOf(answers.get('/a', answer('two')))).toBe('two')
    state.known = 1
    expect(found(answers, '/a')).toBe('one')
  })

  it('end with the Indian day on which they were begun, also those that were made over midnight', async () => {
    let time = new Date('2026-11-28T23:59:59.990+05:30')
    const { version } = fakeVersion()
    const source: CatalogueSource = { read: (_, work) => work(db), readTogether: (_, work) => work(db) }
    const reads = createCatalogueReads(version, source)
    const answers = createAnswerCache(version, reads, { maxBytes: 1_000_000, now: () => time })
    expect(await textOf(answers.get('/a', answer('today')))).toBe('today')
    const [made, begun] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
    const slow = answers.get('/b', async () => {
      begun.resolve()
      return answer(await made.promise)()
    })
    await begun.promise
    expect(found(answers, '/a')).toBe('today')
    time = new Date('2026-11-29T00:00:00+05:30')
    expect(found(answers, '/a')).toBeUndefined()
    const next = answers.get('/b', answer('tomorrow'))
    made.resolve('today')
    expect([await textOf(slow), await textOf(next), found(answers, '/b')]).toEqual(['today', 'tomorrow', 'tomorrow'])
  })

  it('that were begun before a change are not kept after it, nor given to who asks after it', async () => {
    const { answers, state } = cacheOf()
    const { promise, resolve } = Promise.withResolvers<string>()
    const slow = answers.get('/a', async () => answer(await promise)())
    await Promise.resolve()
    state.known = 2
    const after = answers.get('/a', answer('new'))
    resolve('old')
    expect([await textOf(slow), await textOf(after)]).toEqual(['old', 'new'])
    expect(found(answers, '/a')).toBe('new')
  })

  it('that follow from more than the catalogue are kept for a second, and for one version', async () => {
    const { answers, state } = cacheOf()
    const live =
      (text: string): Make =>
      async () => ({ answer: answerOf(text), isLive: true })
    await answers.get('/a', live('one'))
    expect(await textOf(answers.get('/a', live('two')))).toBe('one')
    state.known = 2
    expect(await textOf(answers.get('/a', live('two')))).toBe('two')
    // The clock that is asked for the age is read once a second.
    await vi.waitFor(async () => expect(await textOf(answers.get('/a', live('three')))).toBe('three'), 4000)
  })

  it('that are forgotten are made anew, and what was in the making then is not kept', async () => {
    const { answers } = cacheOf()
    await answers.get('/a', answer('one'))
    const { promise, resolve } = Promise.withResolvers<string>()
    const make = vi.fn(async () => answer(await promise)())
    const slow = answers.get('/b', make)
    await vi.waitFor(() => expect(make).toHaveBeenCalled(), { timeout: 20_000 })
    answers.forget()
    resolve('old')
    expect(await textOf(slow)).toBe('old')
    expect([found(answers, '/a'), found(answers, '/b')]).toEqual([undefined, undefined])
    expect(await textOf(answers.get('/b', answer('new')))).toBe('new')
  })

  it('that fail are not kept', async () => {
    const { answers } = cacheOf()
    const fails = async () => {
      throw new Error('not found')
    }
    await expect(answers.get('/a', fails)).rejects.toThrow('not found')
    expect(await textOf(answers.get('/a', answer('found')))).toBe('found')
  })

  it('take no more memory than they may: what was used longest ago leaves first, what is too large is not kept', async () => {
    const limit = 200_000
    const { answers } = cacheOf(limit)
    const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex')
    for (let at = 0; at < 300; at++) {
      await answers.get('/often', answer('often'))
      await answers.get(`/${at}`, answer(noise(2000)))
      expect(answers.size().bytes).toBeLessThanOrEqual(limit)
    }
    expect(answers.size().answers).toBeGreaterThan(20)
    expect([answers.find('/often'), answers.find('/0'), answers.find('/299')].map(Boolean)).toEqual([true, false, true])
    await answers.get('/large', answer(noise(limit / 2)))
    expect(answers.find('/large')).toBeUndefined()
  })

  it('to thousands of searches do not push out the pages', async () => {
    const { answers } = cacheOf(200_000)
    const noise = () => randomBytes(1000).toString('hex')
    await answers.get('/products', answer(noise()))
    for (let at = 0; at < 300; at++) await answers.get(`/products?page=2&q=${at}`, answer(noise()))
    expect(found(answers, '/products')).toBeDefined()
    expect(found(answers, '/products?page=2&q=299')).toBeDefined()
    expect(answers.size().bytes).toBeLessThan(200_000 / 4)
  })

  it('are kept compressed only, and count as long as that is', async () => {
    const { answers } = cacheOf()
    const text = 'Blue Pottery Bowl '.repeat(5000)
    const kept = await answers.get('/a', answer(text))
    expect(kept.body.length).toBeLessThan(1000)
    expect(answers.size().bytes).toBeLessThan(5000)
    expect((await unpacked(kept)).toString()).toBe(text)
    // Asked for again and again it is unpacked once.
    expect(await unpacked(kept)).toBe(await unpacked(kept))
  })
})

describe('an answer that notes what it read', () => {
  /** A page of one product and one list, whose contents are told. */
  function shop() {
    const parts = cacheOf()
    const contents = { bowl: 'blue', list: 'bowl, cup' }
    const asked = { bowl: 0, list: 0 }
    const read = (path: 'bowl' | 'list', changesWith?: string): CatalogueRead => ({
      path,
      word: ({ code }) => code,
      ...(changesWith ? { changesWith } : {}),
      async read() {
        asked[path] += 1
        if (contents[path] === '') throw notFound({ what: sharedMessage('THIS_FILE') })
        return { text: contents[path] }
      },
    })
    const calls: { read: CatalogueRead; input: ReadInput }[] = [
      { read: read('bowl', 'id'), input: { params: { id: 'b1' }, query: {} } },
      { read: read('list'), input: { params: {}, query: {} } },
    ]
    let made = 0
    const make: Make = async (at = 0) => {
      made += 1
      const outcomes = await Promise.all(calls.map(({ read, input }) => outcomeOf(read, input, db)))
      const noted = calls.map(({ read, input }, of) =>
        parts.reads.note(read, input, outcomes[of] ?? { status: 0, answer: {} }, at),
      )
      return { answer: answerOf(JSON.stringify(outcomes.map(({ answer }) => answer))), reads: noted }
    }
    const look = (key = '/page') => textOf(parts.answers.get(key, make))
    return { ...parts, contents, asked, make, look, made: () => made }
  }

  it('stays when something else changed: the product is not read again, the list once for all pages that show it', async () => {
    const { look, change, asked, made, answers } = shop()
    await look('/one')
    await look('/other')
    const before = { ...asked, made: made() }
    change('c1')
    expect(answers.find('/one')).toBeUndefined()
    const first = await look('/one')
    expect(answers.find('/other')).toBeDefined()
    expect(await look('/other')).toBe(first)
    expect({ ...asked, made: made() }).toEqual({ ...before, list: before.list + 1 })
  })

  it('is made anew when its list is another, and when its product changed, without reading that first', async () => {
    const { look, change, contents, asked, made } = shop()
    await look()
    contents.list = 'bowl'
    change('c1')
    expect(await look()).toContain('"bowl"')
    expect([made(), asked.list]).toEqual([2, 3])
    contents.bowl = 'green'
    change('b1')
    expect(await look()).toContain('green')
    expect([made(), asked.bowl]).toEqual([3, 3])
  })

  it('is asked for again by all its reads when it is not known what changed', async () => {
    const { look, change, contents, state, asked, made } = shop()
    await look()
    state.areChangesKnown = false
    change()
    await look()
    expect([made(), asked.bowl, asked.list]).toEqual([1, 2, 2])
    contents.bowl = ''
    change()
    await look()
    expect(made()).toBe(2)
  })

  it('that comes out as before keeps its compressed bytes', async () => {
    const { look, change, contents, answers } = shop()
    contents.list = 'bowl, cup, '.repeat(500)
    await look()
    const { body } = answers.find('/page') ?? {}
    change('b1')
    await look()
    expect(answers.find('/page')?.body).toBe(body)
  })

  it('is made once, however many ask meanwhile', async () => {
    const { look, change, contents, made } = shop()
    await look()
    contents.list = 'bowl'
    change('c1')
    await Promise.all(Array.from({ length: 16 }, () => look()))
    expect(made()).toBe(2)
  })

  it('may be a second old while the catalogue changes all the time, for who does not mind', async () => {
    const { look, change, contents, state, answers, make } = shop()
    state.seenAt = performance.now()
    await look()
    contents.bowl = 'green'
    change('b1')
    expect(answers.find('/page', 'or a second old')).toBeUndefined()
    state.isBusy = true
    expect(answers.find('/page', 'or a second old')).toBeDefined()
    expect(await textOf(answers.get('/page', make, 'or a second old'))).toContain('blue')
    expect(answers.find('/page')).toBeUndefined()
    expect(await textOf(answers.get('/page', make))).toContain('green')
    // Whatever was right longer ago is not young.
    state.seenAt = performance.now() - 1001
    change('b1')
    await look()
    change('b1')
    expect(answers.find('/page', 'or a second old')).toBeUndefined()
  })
})
