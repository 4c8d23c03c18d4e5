import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { featuresByName, words } from '#app/features.ts'
import { visitorPageKey } from '#kernel/answers/answer-cache/visitor-pages.ts'
import type { ServedEndpoint } from '#kernel/http/implement.ts'
import { messageIn } from '#shared/messages.ts'
import { sharedEn } from '#shared/shared.words.en.ts'
import { type TestShop, testShop } from '#testing/shop.ts'

const HINDI = { 'haat-language': 'hi' }

let shop: TestShop
beforeAll(async () => {
  shop = await testShop({ DEMO: 'catalogue' })
})
afterAll(() => shop.close())

const apply = (headers: Record<string, string>) =>
  shop.app.inject({ method: 'POST', url: '/api/producer/submit', headers, payload: { name: '', email: 'x' } })

describe('an answer is worded', () => {
  it('in the language that the request names, its fields too', async () => {
    expect((await apply(HINDI)).json()).toMatchObject({
      code: 'BAD_INPUT',
      message: 'अपना या अपने समूह का नाम लिखिए',
      fields: { email: 'ईमेल पता ऐसे लिखिए: name@example.com', specialties: 'आप क्या बनाते हैं, यह लिखिए' },
    })
    const unknown = await shop.app.inject({ url: '/api/nothing', headers: HINDI })
    expect(unknown.json()).toMatchObject({ code: 'NOT_FOUND', message: 'यह पेज यहाँ नहीं है।' })
  })

  it.each([
    {},
    { 'accept-language': 'hi-IN,hi;q=0.9' },
    { 'haat-language': 'ta' },
    { 'haat-language': 'constructor' },
    { 'haat-language': 'en' },
  ])('in English with %j', async (headers) => {
    expect((await apply(headers as Record<string, string>)).json().message).toBe(
      'Enter your name or the name of your group',
    )
  })
})

describe('kept answers', () => {
  it('are the same in both languages: no sentence in them depends on who asks', async () => {
    const kept = shop.app.endpoints.filter(({ cache, path }) => cache === 'catalogue' && !path.includes(':'))
    expect(kept.length).toBeGreaterThan(3)
    for (const { path: url } of kept) {
      const hindi = await shop.app.inject({ url, headers: HINDI })
      const english = await shop.app.inject({ url })
      expect(hindi.statusCode, url).toBe(english.statusCode)
      if (english.statusCode === 200) expect(hindi.body, url).toBe(english.body)
    }
  })

  it('hold no page below /hi', () => {
    expect(['/hi/producerform', '/hi', '/hi/producerform.data'].map(visitorPageKey)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})

/** What an applicant calls: the other public endpoints are the shopper's. */
const FOR_APPLICANTS = [
  ...['submitApplication', 'uploadPicture', 'lookAtApplication'],
  ...['lookAtInvitation', 'enterWorkshop', 'workshopLogin', 'workshopLogout'],
]

/** What somebody outside can make go wrong in any request. */
const anyRequest = (code: string) => Object.hasOwn(sharedEn, code) || ['INTERNAL', 'CHECK_FIELD'].includes(code)

/** The codes that a contract's checks carry as texts. */
function findingsIn(part: unknown, seen = new Set<unknown>()): string[] {
  if (typeof part !== 'object' || part === null || seen.has(part)) return []
  seen.add(part)
  const own: unknown[] = Object.entries(part).flatMap(([name, value]): unknown[] => {
    if (name !== 'error' || typeof value !== 'function') return []
    const said: unknown = value({ code: 'invalid_type', input: undefined })
    return [typeof said === 'string' ? said : '']
  })
  const codes = own.flatMap((text) => codesIn(messageIn(String(text))))
  const below = '_zod' in part ? [Reflect.get(Object(part._zod), 'def')] : Object.values(part)
  return [...codes, ...below.flatMap((one) => findingsIn(one, seen))]
}

/** The code of a message, and of the messages among its values. */
function codesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const code = 'code' in value ? [String(value.code)] : []
  return [...code, ...Object.values(value).flatMap(codesIn)]
}

const readByMakers = ({ access, name }: ServedEndpoint) => access === 'producer' || FOR_APPLICANTS.includes(name)

describe('what a maker or an applicant may be answered has Hindi', () => {
  it('in the words of the shop as a whole', () => {
    const silent = Object.keys(words.en).filter((code) => anyRequest(code) && !Object.hasOwn(words.hi, code))
    expect(silent).toEqual([])
  })

  it('in the errors of its endpoint, and in what it finds wrong with a field', () => {
    const endpoints = shop.app.endpoints.filter(readByMakers)
    expect(endpoints.map(({ name }) => name)).toEqual(expect.arrayContaining(FOR_APPLICANTS))
    const said = endpoints.flatMap(({ name, errors = [], params, query, headers, body }) =>
      [...errors.map(({ code }) => code), ...[params, query, headers, body].flatMap((part) => findingsIn(part))].map(
        (code) => ({ name, code }),
      ),
    )
    expect(said.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['PICTURE_REFUSED', 'YEARS_NOT_WHOLE', 'PRODUCER_NAME', 'NO_EMAIL']),
    )
    expect(said.filter(({ code }) => !Object.hasOwn(words.hi, code))).toEqual([])
  })

  it('in all that its feature says, since messages are declared nowhere, but for what only the office is told', () => {
    const own = new Set(shop.app.endpoints.filter(readByMakers).map(({ feature }) => feature ?? ''))
    expect(own).toContain('producers')
    const said = [...own].flatMap((feature) => Object.keys(featuresByName[feature]?.words?.en ?? {}))
    expect(said.filter((code) => !Object.hasOwn(words.hi, code))).toEqual([])
  })

  it('under no code that English lacks', () => {
    expect(Object.keys(words.hi).filter((code) => !Object.hasOwn(words.en, code))).toEqual([])
  })
})
