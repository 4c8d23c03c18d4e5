import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { startProxy } from '#testing/http.ts'
import { undoAll } from '#testing/undo.ts'
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

test.afterEach(undoAll)

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

for (const [words, last] of [
  ['its module', 'import "/assets/manifest'],
  ['its data', 'streamController.enqueue('],
] as const)
  test(`a page that is painted while ${words} has come by half is taken over`, async ({ page, baseURL }) => {
    const { promise: painted, resolve: sendRest } = Promise.withResolvers<void>()
    const proxy = await startProxy([baseURL ?? ''], async (answer, reply) => {
      if (!answer.headers['content-type']?.includes('html')) return answer.pipe(reply)
      const html = await buffer(answer)
      const end = html.indexOf(last) + last.length
      reply.write(html.subarray(0, end))
      await painted
      reply.end(html.subarray(end))
    })
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'identity' })
    await page.goto(`${proxy}/mission`, { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    sendRest()
    await hydrated(page)
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
