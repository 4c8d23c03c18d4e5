import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listSubscriptions } from '../newsletter.contract.ts'
import { newsletterEn } from '../newsletter.words.en.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await testShop(sellerSettings)
})
afterAll(() => shop.close())

const post = (what: string, payload: object, remoteAddress = '10.0.0.1', at = shop) =>
  at.request({ method: 'POST', url: `/api/newsletter/${what}`, payload, remoteAddress })
const subscribe = (email: unknown, remoteAddress?: string, at?: TestShop) =>
  post('subscribe', { email }, remoteAddress, at)
const rowsOf = (email: string) =>
  shop.db.selectFrom('newsletter_subscriptions').selectAll().where('email', '=', email).execute()

/** The token in the links of the newest mail to an address. */
async function mailedToken(email: string) {
  const mail = (await shop.mailsTo(email)).at(-1)
  return /\/newsletter\/confirm\?token=([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? ''
}

describe('subscribing', () => {
  it('answers in the words of the specification and keeps one row, however often and however it is typed', async () => {
    const first = await subscribe('meera@example.com')
    expect(first.statusCode).toBe(200)
    expect(first.json()).toEqual({ success: true, message: 'Successfully subscribed to newsletter!' })
    const again = await Promise.all(
      ['meera@example.com', ' MEERA@Example.com ', 'Meera@example.com'].map((email) => subscribe(email)),
    )
    for (const answer of again)
      expect({ status: answer.statusCode, ...answer.json() }).toEqual({ status: 200, ...first.json() })
    expect(await rowsOf('meera@example.com')).toMatchObject([{ confirmed_at: null }])
  })

  it('answers the same once the address is confirmed, and mails no more', async () => {
    await subscribe('kavita@example.com')
    await post('confirm', { token: await mailedToken('kavita@example.com') })
    const before = await shop.mailsTo('kavita@example.com')
    expect((await subscribe('kavita@example.com')).json()).toEqual({
      success: true,
      message: 'Successfully subscribed to newsletter!',
    })
    expect(await shop.mailsTo('kavita@example.com')).toHaveLength(before.length)
  })

  it.each([
    [''],
    ['  '],
    ['meera'],
    ['a@b c.in'],
    ['a@b.in\r\nBcc: x@y.in'],
    [7],
    [null],
    [undefined],
    [['a@b.in']],
    [`${'x'.repeat(250)}@b.in`],
  ])('refuses %j and keeps nothing', async (email) => {
    const before = await shop.db.selectFrom('newsletter_subscriptions').select('email').execute()
    const answer = await subscribe(email)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, fields: { email: expect.any(String) } })
    expect(await shop.db.selectFrom('newsletter_subscriptions').select('email').execute()).toHaveLength(before.length)
  })
})

describe('the mail', () => {
  it('asks for confirmation, and lets a mail program unsubscribe with one click', async () => {
    await subscribe('nila@example.com')
    const [mail] = await shop.mailsTo('nila@example.com')
    const [row] = await rowsOf('nila@example.com')
    expect(mail?.text_body).toContain(`http://localhost:3000/newsletter/confirm?token=${row?.token}`)
    expect(JSON.parse(mail?.headers ?? '{}')).toEqual({
      'List-Unsubscribe': `<http://localhost:3000/newsletter/unsubscribe?token=${row?.token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
  })
})

describe('confirming and unsubscribing', () => {
  it('confirms once; again changes nothing', async () => {
    await subscribe('tara@example.com')
    const token = await mailedToken('tara@example.com')
    expect((await post('confirm', { token })).json()).toEqual({ success: true, message: 'You are on the list.' })
    const [confirmed] = await rowsOf('tara@example.com')
    expect((await post('confirm', { token })).statusCode).toBe(200)
    expect(await rowsOf('tara@example.com')).toEqual([confirmed])
    expect(confirmed?.confirmed_at).toBeGreaterThan(0)
  })

  it('forgets the address, and says so only then; its link confirms nothing any more', async () => {
    await subscribe('uma@example.com')
    const token = await mailedToken('uma@example.com')
    const cut = await post('unsubscribe', { token: token.slice(0, -1) })
    expect(cut.json()).toEqual({ success: true, message: newsletterEn.NOTHING_TO_END })
    expect(await rowsOf('uma@example.com')).toHaveLength(1)
    expect((await post('unsubscribe', { token })).json().message).toMatch(/^You are off the list/)
    expect(await rowsOf('uma@example.com')).toEqual([])
    expect((await post('unsubscribe', { token })).json()).toEqual({
      success: true,
      message: newsletterEn.NOTHING_TO_END,
    })
    const late = await post('confirm', { token })
    expect({ status: late.statusCode, code: late.json().code }).toEqual({ status: 404, code: 'LINK_USED_UP' })
  })

  it.each(['confirm', 'unsubscribe'])('%s refuses what is no token', async (what) => {
    for (const token of ['', 7, null, 'x'.repeat(101)]) expect((await post(what, { token })).statusCode).toBe(400)
  })
})

describe('the list for the seller', () => {
  it('is newest first, in pages of 25', async () => {
    const own = await testShop(sellerSettings)
    const rows = Array.from({ length: 26 }, (_, at) => ({
      email: `reader${at}@example.com`,
      token: `t${at}`,
      subscribed_at: at,
      confirmed_at: at % 2 ? at : null,
    }))
    await own.db.insertInto('newsletter_subscriptions').values(rows).execute()
    const seller = await own.seller()
    const first = await seller.api(listSubscriptions)
    expect(first).toMatchObject({ total: 26, page: 1, pages: 2, counts: { confirmed: 13, waiting: 13 } })
    expect(first.subscriptions).toHaveLength(25)
    expect(first.subscriptions[0]).toEqual({
      email: 'reader25@example.com',
      isConfirmed: true,
      subscribedAt: new Date(25),
    })
    const second = await seller.api(listSubscriptions, { query: { page: '2' } })
    expect(second.subscriptions.map(({ email }) => email)).toEqual(['reader0@example.com'])
    await own.close()
  })

  it('comes as CSV in which no cell is a formula', async () => {
    const own = await testShop(sellerSettings)
    own.setClock(new Date('2026-01-02T03:04:05Z'))
    for (const email of ['=cmd|x!a1@example.com', '+1@example.com', '-1@example.com', 'plain@example.com'])
      await subscribe(email, '10.0.0.1', own)
    own.setClock(undefined)
    const answer = await (await own.seller()).send({ method: 'GET', url: '/api/newsletter/list.csv' })
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="newsletter.csv"',
      'cache-control': 'no-store',
    })
    const [head, ...lines] = answer.body.split('\r\n')
    expect(head).toBe('\uFEFFemail,confirmed,subscribed')
    expect(lines.toSorted()).toEqual(
      [
        '',
        `"'+1@example.com","no","2026-01-02 08:34"`,
        `"'-1@example.com","no","2026-01-02 08:34"`,
        `"'=cmd|x!a1@example.com","no","2026-01-02 08:34"`,
        '"plain@example.com","no","2026-01-02 08:34"',
      ].toSorted(),
    )
    await own.close()
  })
})

describe('too many', () => {
  it('sign-ups from one address in a minute are refused from the 21st on, with the time to wait', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, at) => subscribe(`reader${at}@example.com`, '10.0.0.9', strict)),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(4)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect((await subscribe('other@example.com', '10.0.0.8', strict)).statusCode).toBe(200)
    await strict.close()
  })

  it('mails to one person are left out after three in an hour; the answer stays the same', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    for (let at = 0; at < 6; at++) {
      const answer = await subscribe('victim@example.com', `10.0.1.${at}`, strict)
      expect(answer.json()).toEqual({ success: true, message: 'Successfully subscribed to newsletter!' })
    }
    expect(await strict.mailsTo('victim@example.com')).toHaveLength(3)
    await strict.close()
  })
})
