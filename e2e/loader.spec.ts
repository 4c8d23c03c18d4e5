import { expect, open, test } from './shop-test.ts'

const path = (next: string) => `/loader?${new URLSearchParams({ next })}`

test('leads to the orders after 5 seconds', async ({ page }) => {
  await page.clock.install({ time: 0 })
  // Time stands still but for what the test lets pass.
  await page.clock.pauseAt(1000)
  await open(page, path('my-orders'))
  await expect(page.getByRole('status').filter({ hasText: 'Taking you to your orders' })).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(page).toHaveURL(/\/loader\?next=my-orders$/)
  await page.clock.runFor(200)
  await expect(page).toHaveURL(/\/my-orders$/)
})

test('Go now does not wait', async ({ page }) => {
  await page.clock.install()
  await open(page, path('cart'))
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(page).toHaveURL(/\/cart$/)
})

test('a page is known in any case', async ({ page }) => {
  await page.clock.install()
  await open(page, path('Products/Pottery-Ceramics'))
  await expect(page.getByRole('link', { name: 'Go now' })).toHaveAttribute('href', '/products/Pottery-Ceramics')
  await page.getByRole('link', { name: 'Go now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pottery & Ceramics' })).toBeVisible()
})

test('an address of another site leads home', async ({ page, baseURL }) => {
  await page.clock.install()
  await open(page, path('https://evil.example'))
  await expect(page.getByRole('link', { name: 'Go now' })).toHaveAttribute('href', '/')
  await page.clock.runFor(5_100)
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('without next it stays, with a way home', async ({ page }) => {
  await page.clock.install()
  await open(page, '/loader')
  await page.clock.runFor(10_000)
  await expect(page).toHaveURL(/\/loader$/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to home' })).toBeVisible()
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('the page itself goes on', async ({ page }) => {
    await page.goto(path('my-orders'))
    await expect(page.getByRole('heading', { name: 'Taking you to your orders' })).toBeVisible()
    await expect(page).toHaveURL(/\/my-orders$/)
  })
})
