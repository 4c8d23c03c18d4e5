import type { Page } from '@playwright/test'
import { expect, open, test } from './shop-test.ts'

const honey = 'Wild Forest Honey'
const cardLink = (page: Page) => page.getByRole('main').getByRole('link', { name: honey, exact: true })

/** The data of product pages does not come until `letThrough` is called. */
async function holdProducts(page: Page) {
  const { promise: released, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/\/products\/[\w-]+\/[\w-]+\.data/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  return letThrough
}

// The picture of the card moves to its place on the page.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test(`a product opened from deep in a list at ${viewport.width} px begins with what its card knew`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const letThrough = await holdProducts(page)
    await open(page, '/products')
    await cardLink(page).scrollIntoViewIfNeeded()
    const left = await page.evaluate(() => scrollY)
    await cardLink(page).click()

    const title = page.getByRole('heading', { level: 1, name: honey })
    await expect(title).toBeVisible()
    await expect(page.getByRole('main').getByText('₹620').first()).toBeVisible()
    await expect(page.getByRole('main').getByRole('img', { name: honey })).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await expect(page.getByRole('contentinfo')).not.toBeInViewport()

    letThrough()
    await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first()).toBeVisible()
    await expect(title).toBeVisible()
    await page.goBack()
    await expect(cardLink(page)).toBeVisible()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  })
}

test('a reader who wants no motion sees the product without a transition', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const letThrough = await holdProducts(page)
  await open(page, '/products')
  await page.evaluate(() => {
    document.startViewTransition = () => {
      throw new Error('a transition was started')
    }
  })
  await cardLink(page).click()
  await expect(page.getByRole('heading', { level: 1, name: honey })).toBeVisible()
  letThrough()
  await expect(page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first()).toBeVisible()
})

test('a list that is long on its way fills the screen, from its top', async ({ page }) => {
  const { promise: released, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(/\/products\.data/, async (route) => {
    await released
    await route.continue().catch(() => {})
  })
  await open(page, '/')
  const link = page.getByRole('main').locator('a[href="/products"]').last()
  await link.scrollIntoViewIfNeeded()
  await link.click()
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading')
  await expect(page.getByRole('contentinfo')).not.toBeInViewport()
  letThrough()
  await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
})
