import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { application } from '#features/producers/testing/application.ts'
import { newId } from '#shared/ids.ts'
import { HOUR_MS } from '#shared/time.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { decideApplication, getProducer, listApplications, listProducers } from '../producers.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  seller = await shop.seller()
})
afterAll(() => shop.close())

type Change = Partial<Record<keyof typeof application | 'status', unknown>>

let applicants = 0
/** Each with an e-mail address of its own, if none is given. */
function submit(change: Change = {}, at = shop) {
  applicants += 1
  const payload = { ...application, email: `applicant${applicants}@example.com`, ...change }
  return at.request({ method: 'POST', url: '/api/producer/submit', payload, remoteAddress: '10.0.0.1' })
}
const stored = async (name: string) => {
  const { applications } = await seller.api(listApplications)
  return applications.find((one) => one.name === name)
}
const decide = (id: string, status: unknown) =>
  seller.send({ method: 'PATCH', url: `/api/producer/status/${id}`, payload: { status } })

/** A pending application under a name of its own. */
async function applied(links: object = {}) {
  const name = `Applicant ${applicants + 1}`
  expect((await submit({ name, ...links })).statusCode).toBe(200)
  const found = await stored(name)
  if (!found) throw new Error(`${name} is not in the list`)
  return found
}

describe('applying', () => {
  it('keeps what was typed, tidied, as pending', async () => {
    const answer = await submit({ email: application.email })
    expect(answer.json()).toEqual({ success: true, message: 'Application submitted successfully!' })
    expect(await stored(application.name)).toMatchObject({
      ...application,
      specialties: ['eri silk', 'natural dye'],
      email: 'bina@example.com',
      mobileNumber: '+919845012345',
      status: 'pending',
      createdAt: expect.any(Date),
    })
  })

  it.each<[string, Change, Change]>([
    ['specialties as a list', { specialties: [' pots ', '', 'cups'] }, { specialties: ['pots', 'cups'] }],
    ['20 specialties', { specialties: Array(20).fill('pots') }, { specialties: Array(20).fill('pots') }],
    ['0 years', { yearsInBusiness: 0 }, { yearsInBusiness: 0 }],
    ['150 years', { yearsInBusiness: 150 }, { yearsInBusiness: 150 }],
    ['years as text', { yearsInBusiness: ' 12 ' }, { yearsInBusiness: 12 }],
    ['a name of 200 letters', { name: `Long ${'न'.repeat(195)}` }, {}],
    ['a story of 5,000 letters', { story: 'x'.repeat(5000) }, {}],
    ['a status, which is ignored', { status: 'approved' }, { status: 'pending' }],
    ['a name without what nobody sees in it', { name: 'Bina\u202e \u200bHandloom' }, { name: 'Bina Handloom' }],
    ['the joiners of Indian scripts', { name: 'क्\u200dषेत्र', location: 'രാജന്\u200d' }, {}],
  ])('takes %s', async (_, change, expected) => {
    expect((await submit(change)).statusCode).toBe(200)
    const { applications } = await seller.api(listApplications)
    expect(applications[0]).toMatchObject({ status: 'pending', ...change, ...expected })
  })

  const fields = Object.keys(application)
  it.each(fields)('needs %s', async (field) => {
    const before = (await seller.api(listApplications)).total
    for (const value of [undefined, null, '', '   ', {}]) {
      const answer = await submit({ [field]: value })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({ success: false, fields: { [field]: expect.any(String) } })
    }
    expect((await seller.api(listApplications)).total).toBe(before)
  })

  it.each<[keyof typeof application, unknown]>([
    ['name', 'x'.repeat(201)],
    ['location', 'x'.repeat(201)],
    ['country', 'x'.repeat(201)],
    ['story', 'x'.repeat(5001)],
    ['email', `${'x'.repeat(250)}@b.in`],
    ['email', 'bina'],
    ['email', 'bina@example.com\r\nBcc: x@example.com'],
    ['mobileNumber', 'call me'],
    ['mobileNumber', '9'.repeat(31)],
    ['yearsInBusiness', -1],
    ['yearsInBusiness', 151],
    ['yearsInBusiness', 1.5],
    ['yearsInBusiness', '1e2'],
    ['yearsInBusiness', 'seven'],
    ['yearsInBusiness', true],
    ['specialties', ', ,'],
    ['specialties', []],
    ['specialties', [7]],
    ['specialties', Array(21).fill('pots')],
    ['specialties', 'x'.repeat(101)],
    ['profileImageUrl', 'javascript:alert(1)'],
    ['profileImageUrl', ' JavaScript:alert(1)//https://a.in'],
    ['profileImageUrl', 'data:image/png;base64,AAAA'],
    ['profileImageUrl', 'ftp://pictures.example/a.jpg'],
    ['profileImageUrl', '//pictures.example/a.jpg'],
    ['profileImageUrl', 'file:///etc/passwd'],
    ['profileImageUrl', '/media/../haat.sqlite'],
    ['profileImageUrl', '/etc/passwd'],
    ['profileImageUrl', 'https://user:pass@pictures.example/a.jpg'],
    ['coverImageUrl', 'vbscript:x'],
    ['coverImageUrl', 'https://'],
    ['coverImageUrl', 'https://a.in/x y.jpg'],
    ['coverImageUrl', `https://a.in/${'x'.repeat(2000)}`],
  ])('refuses %s: %j', async (field, value) => {
    const answer = await submit({ [field]: value })
    expect(answer.statusCode).toBe(400)
    const named = Object.keys(answer.json().fields).filter((name) => name.startsWith(field))
    expect(named).not.toEqual([])
  })

  it('tells the applicant by mail, at most three times an hour, and refuses the 16th from one address in an hour', async () => {
    const strict = await testShop({ RATE_LIMIT: 'on' })
    const answers = []
    for (let at = 0; at < 18; at++) {
      answers.push(await submit({ email: 'bina@example.com' }, strict))
      // Decided by hand, without a mail: the next one is not the same again.
      await strict.db.updateTable('producer_applications').set({ status: 'rejected', pending_email: null }).execute()
    }
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(15)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    const mails = await strict.mailsTo('bina@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(Array(3).fill('Haat has your application'))
    await strict.close()
  })

  it('again while an application waits changes nothing and is answered alike, also at the same moment', async () => {
    const email = 'meena@example.com'
    const first = await submit({ email, story: 'The first words' })
    const again = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        submit({ email: at % 2 ? email : ' Meena@Example.com ', story: `Other ${at}` }),
      ),
    )
    for (const answer of again) expect(answer.body).toBe(first.body)
    const waiting = async () => {
      const { applications } = await seller.api(listApplications, { query: { status: 'pending' } })
      return applications.filter((one) => one.email === email)
    }
    expect(await waiting()).toMatchObject([{ story: 'The first words' }])
    expect(await shop.mailsTo(email)).toHaveLength(1)

    const together = await Promise.all(Array.from({ length: 16 }, () => submit({ email: 'gita@example.com' })))
    expect(together.every(({ statusCode }) => statusCode === 200)).toBe(true)
    const { applications } = await seller.api(listApplications)
    expect(applications.filter((one) => one.email === 'gita@example.com')).toHaveLength(1)
    expect(await shop.mailsTo('gita@example.com')).toHaveLength(1)

    // Once it is decided, one may apply again.
    const [{ _id } = { _id: '' }] = await waiting()
    await decide(_id, 'rejected')
    expect((await submit({ email, story: 'Second try' })).statusCode).toBe(200)
    expect(await waiting()).toMatchObject([{ story: 'Second try' }])
  })

  it('fetches nothing from the links that were typed', async () => {
    let visits = 0
    const site = createServer((_, answer) => {
      visits += 1
      answer.end()
    }).listen(0, '127.0.0.1')
    await once(site, 'listening')
    const address = site.address()
    const link = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/photo.png`
    const { _id } = await applied({ profileImageUrl: link, coverImageUrl: link })
    expect((await decide(_id, 'approved')).statusCode).toBe(200)
    await shop.browser().api(getProducer, { params: { id: _id } })
    expect(visits).toBe(0)
    site.close()
  })
})

describe('what everybody sees', () => {
  it('is approved producers only, without e-mail and phone', async () => {
    const [pending, approved, rejected] = [await applied(), await applied(), await applied()]
    await decide(approved._id, 'approved')
    await decide(rejected._id, 'rejected')
    const list = await shop.request({ method: 'GET', url: '/api/producer/list?limit=100' })
    const ids: string[] = list.json().producers.map(({ _id }: { _id: string }) => _id)
    expect(ids).toContain(approved._id)
    expect(ids).not.toContain(pending._id)
    expect(ids).not.toContain(rejected._id)

    const detail = await shop.request({ method: 'GET', url: `/api/producer/${approved._id}` })
    const { name, location, country, story, profileImageUrl, coverImageUrl, yearsInBusiness } = application
    const seen = { _id: approved._id, name, location, country, story, profileImageUrl, coverImageUrl, yearsInBusiness }
    expect(detail.json()).toEqual({
      success: true,
      producer: { ...seen, name: approved.name, specialties: ['eri silk', 'natural dye'] },
    })
    for (const answer of [list, detail]) {
      expect(answer.body).not.toContain(approved.email)
      expect(answer.body).not.toContain('9845012345')
      expect(answer.body).not.toContain('status')
    }
    for (const { _id } of [pending, rejected]) {
      expect((await shop.request({ method: 'GET', url: `/api/producer/${_id}` })).statusCode).toBe(404)
    }
  })

  it('is in pages, newest first', async () => {
    const { _id } = await applied()
    await decide(_id, 'approved')
    const { api } = shop.browser()
    const first = await api(listProducers, { query: { limit: '1' } })
    expect(first).toMatchObject({ page: 1, producers: [{ _id }] })
    expect(first.pages).toBe(first.total)
    expect((await api(listProducers, { query: { limit: '1', page: '2' } })).producers[0]?._id).not.toBe(_id)
    expect((await shop.request({ method: 'GET', url: '/api/producer/list?limit=0' })).statusCode).toBe(400)
    await expect(api(getProducer, { params: { id: newId() } })).rejects.toMatchObject({ status: 404 })
  })
})

describe("the seller's list", () => {
  it('shows everything, newest first, or one status', async () => {
    const { _id } = await applied()
    const all = await seller.api(listApplications)
    expect(all.applications[0]).toMatchObject({ _id, mobileNumber: '+919845012345', status: 'pending' })
    expect(all.applications).toHaveLength(all.total)
    const rejected = await seller.api(listApplications, { query: { status: 'rejected' } })
    expect(rejected.applications.every(({ status }) => status === 'rejected')).toBe(true)
    const wrong = await seller.send({ method: 'GET', url: '/api/producer/applications?status=lost' })
    expect(wrong.statusCode).toBe(400)
  })
})

describe('deciding', () => {
  it.each([
    ['approved', 'rejected', 'Welcome to Haat'],
    ['rejected', 'approved', 'Your application to Haat'],
  ] as const)('%s: once, the same again is fine, %s is refused', async (status, reverse, subject) => {
    const { _id, name, email } = await applied()
    const first = await decide(_id, status)
    expect(first.json()).toMatchObject({ success: true, message: `${name} is ${status}`, application: { _id, status } })
    const decided = await stored(name)
    expect(decided?.decidedAt).toBeInstanceOf(Date)
    shop.setClock(new Date(Date.now() + HOUR_MS))
    expect((await decide(_id, status)).statusCode).toBe(200)
    const refused = await decide(_id, reverse)
    shop.setClock(undefined)
    expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 409, code: 'ALREADY_DECIDED' })
    expect(await stored(name)).toEqual(decided)
    expect((await shop.mailsTo(email)).map((mail) => mail.subject)).toEqual(['Haat has your application', subject])
  })

  it('refuses unknown applications and other states', async () => {
    expect((await decide(newId(), 'approved')).statusCode).toBe(404)
    expect((await decide('unknown', 'approved')).statusCode).toBe(404)
    const { _id } = await applied()
    for (const status of ['pending', 'Approved', '', null, 1]) expect((await decide(_id, status)).statusCode).toBe(400)
    await expect(
      shop.browser().api(decideApplication, { params: { id: _id }, body: { status: 'approved' } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('tells who is rejected why, in the mail, and keeps it', async () => {
    const { _id, email } = await applied()
    const why = 'We have many weavers now. Write again in spring.'
    const url = `/api/producer/status/${_id}`
    const payload = { status: 'rejected', message: ` ${why} ` }
    const answer = await seller.send({ method: 'PATCH', url, payload })
    expect(answer.json().application).toMatchObject({ status: 'rejected', answer: why })
    expect((await shop.mailsTo(email)).at(-1)?.text_body.replace(/\s+/g, ' ')).toContain(why)
    const other = await applied()
    for (const message of ['', 7, 'a'.repeat(501)]) {
      const refused = await seller.send({
        ...{ method: 'PATCH', url: `/api/producer/status/${other._id}` },
        payload: { status: 'rejected', message },
      })
      expect(refused.statusCode).toBe(400)
    }
  })

  it('64 at once make one transition and one mail', async () => {
    const { _id, name, email } = await applied()
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, at) => decide(_id, at % 2 ? 'approved' : 'rejected')),
    )
    const counts = Object.groupBy(answers, ({ statusCode }) => statusCode)
    expect({ done: counts[200]?.length, refused: counts[409]?.length }).toEqual({ done: 32, refused: 32 })
    expect(await shop.mailsTo(email)).toHaveLength(2)
    const winner = counts[200]?.[0]?.json().application.status
    expect(new Set(counts[200]?.map((answer) => answer.json().application.status))).toEqual(new Set([winner]))
    expect((await stored(name))?.status).toBe(winner)
  })
})
