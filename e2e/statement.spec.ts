import type { Page } from '@playwright/test'
import { asSeller, seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

async function send(page: Page, method: 'post' | 'put' | 'patch', path: string, data: object, headers = {}) {
  const answer = await page.request[method](path, { data, headers })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** A producer of this test, to whom a correction brings money at once; paid by a run, which the bank has made. Gives the payout's id. */
async function paidProducer(page: Page, name: string) {
  const key = crypto.randomUUID()
  const application = {
    ...{ name, location: 'Khurja', country: 'India', story: 'We throw stoneware.', yearsInBusiness: 7 },
    ...{ profileImageUrl: 'https://photos.example/kiln.jpg', coverImageUrl: 'https://photos.example/yard.jpg' },
    ...{ specialties: ['stoneware'], email: `${key}@example.com`, mobileNumber: '+91 98765 43210' },
  }
  await send(page, 'post', '/api/producer/submit', application)
  await asSeller(page)
  const { applications } = await (await page.request.get('/api/producer/applications?status=pending')).json()
  const { _id: producer } = applications.find(({ email }: { email: string }) => email === application.email)
  await send(page, 'patch', `/api/producer/status/${producer}`, { status: 'approved' })
  const account = { kind: 'bank', holder: name, bank: 'SBI', accountNumber: '30211234417', ifsc: 'SBIN0001234' }
  await send(page, 'put', `/api/payout/account/${producer}`, { account, currentPassword: seller.password })
  const correction = {
    reason: 'Two vases were sold at the fair',
    producer,
    maker: 1640,
    producerShare: 901,
    shop: -2541,
  }
  await send(page, 'post', '/api/ledger/corrections', correction, { 'idempotency-key': key })
  // Another test's run may have paid it a moment before.
  await page.request.post('/api/payout/run', { headers: { 'idempotency-key': key } })
  const { payouts } = await (await page.request.get(`/api/payout?producer=${producer}`)).json()
  const id: string = payouts[0]._id
  await send(page, 'post', `/api/payout/${id}/sent`, { reference: 'NEFT N326261190' })
  return { id, email: application.email }
}

test('a statement says what was paid and why, and comes as PDF and CSV', async ({ page }) => {
  const { id, email } = await paidProducer(page, 'मिट्टी Pottery')
  await open(page, `/seller/payouts/${id}`)
  await expect(page).toHaveTitle(/^Statement, मिट्टी Pottery/)
  await expect(page.getByRole('heading', { level: 1, name: 'Statement, मिट्टी Pottery' })).toBeVisible()
  const main = page.getByRole('main')
  for (const words of ['Paid out', 'SBI, ends in 4417', 'NEFT N326261190', 'Sent', '1 correction'])
    await expect(main.getByText(words, { exact: true })).toBeVisible()
  await expect(main).toContainText('Two vases were sold at the fair')
  await expect(main).toContainText('₹2,541.00')
  await expect(main).toContainText(`The statement was mailed to ${email}.`)
  await expectAccessible(page, 'any')
  await expectToFit(page)

  for (const [name, ending] of [
    ['PDF', 'pdf'],
    ['CSV', 'csv'],
  ] as const) {
    const download = page.waitForEvent('download')
    await main.getByRole('link', { name }).click()
    expect((await download).suggestedFilename()).toMatch(new RegExp(`^statement-\\d+-pottery\\.${ending}$`))
  }
  await main.getByRole('link', { name: 'Payouts' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible()
})
