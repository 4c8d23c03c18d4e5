import { MOST_SHIFT, shiftOf, watchShift } from './layout-shift.ts'
import { expect, findProduct, test } from './shop-test.ts'

test('nothing moves when the web fonts come after the first paint', async ({ page }) => {
  await watchShift(page)
  const { url: product } = await findProduct(page, 'Wild Forest Honey')
  for (const url of ['/', '/products', '/producers', '/mission', '/cart', product]) {
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    const fonts = /\.woff2$/
    await page.route(fonts, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    expect(await page.evaluate(() => document.fonts.status), url).toBe('loading')
    letGo()
    await page.waitForLoadState('load')
    await page.evaluate(async () => document.fonts.ready)
    expect(await shiftOf(page), url).toBeLessThanOrEqual(MOST_SHIFT)
    await page.unroute(fonts)
  }
})
