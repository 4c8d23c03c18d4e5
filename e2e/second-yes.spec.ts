import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { ownShop } from './own-shop.ts'
import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

// Everybody with the right money of the other tests' shop would be a second person.
const shop = ownShop()
const password = 'a loom of my own'

async function send(page: Page, path: string, data: object) {
  const answer = await page.request.post(shop.origin + path, { data, headers: { origin: shop.origin } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Somebody else with the right money, in a browser of their own. */
async function somebodyElse(browser: Browser, office: Page, options: BrowserContextOptions = {}) {
  const email = `dev.${crypto.randomUUID()}@example.com`
  const { url } = await send(office, '/api/team', { name: 'Dev Nair', email, rights: ['money'] })
  const context = await browser.newContext({ viewport: office.viewportSize(), ...options })
  const page = await context.newPage()
  await send(page, '/api/team/enter', { token: new URL(url).searchParams.get('token'), password })
  await send(page, '/api/seller/login', { email, password })
  return { page, close: () => context.close() }
}

const correction = (rupees: number) => ({ reason: 'Counted again', shop: rupees, source: 'The cash box' })

/** In both widths. */
async function lookAt(page: Page) {
  const wide = page.viewportSize() ?? { width: 1440, height: 900 }
  for (const size of [{ width: 390, height: 844 }, wide]) {
    await page.setViewportSize(size)
    await expectAccessible(page, 'any')
    await expectToFit(page)
  }
}

test('a correction waits, somebody else says yes by the keyboard, and it is entered', async ({ page, browser }) => {
  await send(page, '/api/seller/login', seller)
  await open(page, `${shop.origin}/seller/second-yes`)
  await expect(page.getByText('Now one has it, so their own proof is enough')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await lookAt(page)
  const dev = await somebodyElse(browser, page)

  await open(page, `${shop.origin}/seller/ledger`)
  const form = page.getByRole('form', { name: 'Correction' })
  await form.getByLabel('Why').fill('Counted again')
  await form.getByLabel('The shop', { exact: false }).first().fill('12000')
  await form.getByLabel('Where the money came from').fill('The cash box')
  await form.getByRole('button', { name: 'Show what it changes' }).click()
  await page.getByRole('button', { name: 'Enter the correction' }).press('Enter')
  await expect(page).toHaveURL(/second-yes/)
  await expect(toast(page, /nothing has been done yet/)).toBeVisible()
  const own = page.getByRole('listitem', { name: 'Correction of the ledger' })
  await expect(own.getByText('You have asked for this')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Say yes' })).toHaveCount(0)
  await lookAt(page)

  await open(dev.page, `${shop.origin}/seller/ledger`)
  await expect(dev.page.getByText('Entry 1', { exact: true })).toHaveCount(0)
  await dev.page.getByRole('link', { name: 'Second yes 1 waiting' }).press('Enter')
  const waits = dev.page.getByRole('listitem', { name: 'Correction of the ledger' })
  await expect(waits).toBeVisible()
  await lookAt(dev.page)
  await waits.getByRole('button', { name: 'Say yes, ₹12,000.00' }).press('Enter')
  await expect(dev.page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expect(dev.page.getByText('Agreed', { exact: true })).toBeVisible()
  await lookAt(dev.page)
  await open(dev.page, `${shop.origin}/seller/ledger`)
  await expect(dev.page.getByText('Entry 1', { exact: true })).toBeVisible()
  await dev.close()
})

test('without scripts it is sent back with a reason', async ({ page, browser }) => {
  await send(page, '/api/seller/login', seller)
  const dev = await somebodyElse(browser, page, { javaScriptEnabled: false })
  await send(page, '/api/ledger/corrections', correction(15_000))
  await dev.page.goto(`${shop.origin}/seller/second-yes`)
  await dev.page.getByLabel('Why you send it back (only then)').fill('The box was counted twice')
  await dev.page.getByRole('button', { name: 'Send back' }).click()
  await expect(dev.page.getByRole('heading', { name: 'Nothing waits' })).toBeVisible()
  await expect(dev.page.getByText('The box was counted twice')).toBeVisible()
  await dev.close()
})

test('a payout run waits, its page shows what leaves, and somebody else says yes', async ({ page, browser }) => {
  await send(page, '/api/seller/login', seller)
  const dev = await somebodyElse(browser, page)
  const { applications } = await (
    await page.request.get(`${shop.origin}/api/producer/applications?status=approved&limit=2`)
  ).json()
  // Makers of the demo have accounts.
  for (const { _id: producer } of applications.slice(0, 2)) {
    const sold = { reason: 'Sold at the fair', producer, producerShare: 6000, shop: -6000 }
    const waits = await send(page, '/api/ledger/corrections', sold)
    if (waits.waiting) await send(dev.page, `/api/second-yes/${waits.waiting._id}`, { to: 'agreed' })
  }
  await open(page, `${shop.origin}/seller/payouts`)
  await page.getByRole('button', { name: 'Make payout run, ₹12,000.00' }).press('Enter')
  await page.getByRole('button', { name: 'Pay out ₹12,000.00' }).press('Enter')
  await expect(page).toHaveURL(/second-yes/)
  await page.getByRole('link', { name: 'Payout run 1: ₹12,000.00 to 2 producers' }).press('Enter')
  await expect(page.getByText('waits for somebody else')).toBeVisible()
  await expect(page.getByRole('button', { name: /Say yes/ })).toHaveCount(0)
  await lookAt(page)

  await open(dev.page, `${shop.origin}/seller/payouts/run/1`)
  await expect(dev.page.getByText('2 lines are not as last time.')).toBeVisible()
  await expect(dev.page.getByText('Paid for the first time')).toHaveCount(2)
  await lookAt(dev.page)
  await dev.page.getByRole('button', { name: 'Say yes, ₹12,000.00' }).press('Enter')
  await expect(dev.page.getByText('Give the bank file to your bank as it is')).toBeVisible()
  await lookAt(dev.page)
  await dev.close()
})
