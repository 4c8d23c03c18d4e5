import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import {
  address,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  logIn,
  open,
  saveAddress,
  test,
} from './shop-test.ts'

const product = 'Jaipur Blue Lidded Jar'
// Two pieces at ₹2,450 and 2% tax.
const total = '₹4,998.00'

/** A cash-on-delivery order of whoever this browser's shopper is. */
async function placeOrder(page: Page) {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { _id } = await findProduct(page, product)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const data = { items: [{ product: _id, quantity: 2 }], address: addresses[0]._id }
  const placed = await page.request.post('/api/order/cod', { data })
  expect(placed.status(), await placed.text()).toBe(200)
  const { orderId } = await placed.json()
  return { path: `/my-orders/${orderId}/invoice`, person }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^Invoice \d{6}$/ })

async function downloadPdf(page: Page) {
  const waiting = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  const download = await waiting
  const pdf = await getDocumentProxy(new Uint8Array(await readFile(await download.path())))
  const { text } = await extractText(pdf, { mergePages: true })
  return { name: download.suggestedFilename(), text }
}

test('a shopper opens the invoice of an order and keeps it as PDF', async ({ page }) => {
  const { path } = await placeOrder(page)
  const response = await open(page, path)
  expect(response?.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  await expect(heading(page)).toBeVisible()
  const article = page.getByRole('article')
  await expect(article).toContainText(address.street)
  await expect(article.getByRole('row', { name: product })).toContainText('₹4,900.00')
  await expect(article).toContainText(`Total${total}`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)

  const title = (await heading(page).textContent()) ?? ''
  const { name, text } = await downloadPdf(page)
  expect(name).toBe(`${title.toLowerCase().replace(' ', '-')}.pdf`)
  expect(text).toContain(product)
  expect(text).toContain(`Total ${total}`)
})

test('on paper there is the invoice and nothing else', async ({ page }) => {
  const { path } = await placeOrder(page)
  await open(page, path)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toContainText(total)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden()
})

test.describe('a page with a toast', () => {
  test.use({ expectedErrors: [/status of 503/] })

  test('orders on paper are whole cards, without toasts and what only a screen needs', async ({ page }) => {
    await placeOrder(page)
    await open(page, '/my-orders')
    const card = page.getByRole('article').first()
    // There is a toast when one prints.
    await page.route('**/my-orders.data**', (route) =>
      route.fulfill({ status: 503, body: '{"message":"The shop is busy"}' }),
    )
    await card.getByRole('button', { name: /^Cancel/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    const message = page.locator('[popover=manual]').getByText('The shop is busy')
    await expect(message).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(message).toBeHidden()
    await expect(card).toBeVisible()
    await expect(card).toHaveCSS('break-inside', 'avoid')
    for (const row of await card.getByRole('listitem').all()) await expect(row).toHaveCSS('break-inside', 'avoid')
    for (const noise of ['banner', 'contentinfo', 'complementary', 'button'] as const)
      for (const found of await page.getByRole(noise).all()) await expect(found).toBeHidden()
  })
})

test("somebody else's invoice is not there", async ({ page, browser }) => {
  const { path } = await placeOrder(page)
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await logIn(theirs)
  expect((await theirs.goto(path))?.status()).toBe(404)
  await other.close()
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper logs in, comes to the invoice and keeps it as PDF', async ({ page }) => {
    const { path, person } = await placeOrder(page)
    await page.context().clearCookies()
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    expect(response?.headers()['cache-control']).toBe('no-store')
    await expect(heading(page)).toHaveCount(0)
    const dialog = page.getByRole('dialog', { name: 'Welcome back' })
    await dialog.getByLabel('Email').fill(person.email)
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await dialog.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toHaveCount(0)
    expect((await downloadPdf(page)).text).toContain(`Total ${total}`)
  })
})
