import type { Page } from '@playwright/test'
import { expect, hydrated, test } from './shop-test.ts'

/** Opens the home page on a network where its first picture does not come until `letThrough` is called. */
async function openWithoutPicture(page: Page) {
  const { promise: released, resolve: letThrough } = Promise.withResolvers<void>()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.route('**/media/hero-*/*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await page.evaluate(async () => document.fonts.ready)
  return { scripts, letThrough }
}

test('scripts are fetched when the first screen stands, and take over the page', async ({ page }) => {
  const { scripts, letThrough } = await openWithoutPicture(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(scripts).toEqual([])

  letThrough()
  await hydrated(page)
  expect(scripts).not.toEqual([])
})

test('scripts are fetched at once when somebody begins to do something', async ({ page }) => {
  const { scripts, letThrough } = await openWithoutPicture(page)
  expect(scripts).toEqual([])

  await page.getByRole('heading', { level: 1 }).click()
  await hydrated(page)
  letThrough()
})

test('scripts are fetched in the end when a picture never comes', async ({ page }) => {
  await page.clock.install()
  const { scripts, letThrough } = await openWithoutPicture(page)
  expect(scripts).toEqual([])

  const fetched = page.waitForRequest((request) => request.resourceType() === 'script')
  await page.clock.runFor(5000)
  await fetched
  letThrough()
})

test('a page that was scrolled is found again where it was', async ({ page }) => {
  await page.goto('/products')
  await hydrated(page)
  await page.evaluate(() => scrollTo(0, 900))
  await page.goto('/mission')
  await hydrated(page)
  await page.goBack()
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900)
})
