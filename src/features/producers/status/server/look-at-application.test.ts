import { afterAll, beforeAll, expect, it } from 'vitest'
import { application } from '#features/producers/testing/application.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { listApplications } from '../../producers.contract.ts'

let shop: TestShop
let seller: Awaited<ReturnType<TestShop['seller']>>
beforeAll(async () => {
  shop = await testShop({ ...sellerSettings, RATE_LIMIT: 'off' })
  seller = await shop.seller()
})
afterAll(() => shop.close())

let applicants = 0
const submit = (email: string, headers = {}) =>
  shop.request({ method: 'POST', url: '/api/producer/submit', payload: { ...application, email }, headers })

const linksTo = async (email: string) =>
  (await shop.mailsTo(email)).map(({ text_body }) => /\S*\/application\/[\w-]+/.exec(text_body)?.[0])

/** Applies. The link is in the mail alone. */
async function applied(headers = {}) {
  applicants += 1
  const email = `waits${applicants}@example.com`
  const answer = await submit(email, headers)
  expect(answer.json()).toEqual({ success: true, message: expect.any(String) })
  const [link = ''] = await linksTo(email)
  const { applications } = await seller.api(listApplications)
  const id = applications.find((one) => one.email === email)?._id ?? ''
  return { email, link, id, token: link.split('/').at(-1) ?? '' }
}
const look = (token: string) => shop.request({ method: 'GET', url: `/api/producer/application/${token}` })
const decide = (id: string, payload: object) =>
  seller.send({ method: 'PATCH', url: `/api/producer/status/${id}`, payload })

it('the link in the mail tells what became of the application, and nothing of how they are reached', async () => {
  const { email, token, id } = await applied()
  expect(token).toMatch(/^[\w-]{32}$/)
  const waiting = await look(token)
  expect(waiting.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const { name } = application
  const seen = { name, language: 'en', appliedAt: expect.any(String) }
  expect(waiting.json()).toEqual({ success: true, application: { ...seen, status: 'received' } })

  await decide(id, { status: 'approved' })
  const decided = { ...seen, status: 'approved', decidedAt: expect.any(String) }
  const approved = await look(token)
  expect(approved.json().application).toEqual({ ...decided, producerPath: `/producers/${id}` })
  await seller.send({ method: 'POST', url: `/api/producer/${id}/suspend`, payload: {} })
  const suspended = await look(token)
  expect(suspended.json().application).toEqual(decided)
  for (const { body } of [waiting, approved, suspended])
    for (const secret of [email, 'waits', '9845012345', application.location, token]) expect(body).not.toContain(secret)
})

it('who is rejected has the link again, with the sentence, in the language of the application', async () => {
  const { email, link, token, id } = await applied({ 'accept-language': 'hi' })
  const why = 'अभी बुनाई का काम बहुत है।'
  await decide(id, { status: 'rejected', message: why })
  expect((await look(token)).json().application).toMatchObject({ status: 'rejected', answer: why })
  expect(await linksTo(email)).toEqual([link, link])
})

it('each link opens its own application, an unknown one none', async () => {
  const [one, other] = [await applied(), await applied()]
  expect(one.token).not.toBe(other.token)
  await decide(other.id, { status: 'rejected' })
  expect((await look(one.token)).json().application.status).toBe('received')
  // One of before has no link.
  await shop.db.updateTable('producer_applications').set({ token: null }).where('id', '=', other.id).execute()
  for (const token of [
    other.token,
    one.id,
    `${one.token}x`,
    one.token.slice(0, -1),
    'null',
    '%20',
    '%25',
    'x'.repeat(201),
  ])
    expect((await look(token)).statusCode, token).toBe(404)
})

it('the same address again is answered alike, without a mail and without a link', async () => {
  const { email, token } = await applied()
  const again = await submit(email)
  expect(again.body).toBe((await submit(`new${email}`)).body)
  expect(again.body).not.toContain(token)
  expect(await linksTo(email)).toHaveLength(1)
})
