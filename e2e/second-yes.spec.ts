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
