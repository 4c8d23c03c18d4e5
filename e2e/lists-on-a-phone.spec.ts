import type { Locator } from '@playwright/test'
import { openFilters } from './filters.ts'
import { expect, expectToFit, open, test } from './shop-test.ts'

const TOUCH_PX = 44

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport })

    test('the chosen category is in view, and what is touched is large enough', async ({ page }) => {
      await open(page, '/products/modern-paintings?max=20000')
      const chips = page.getByRole('navigation', { name: 'Categories' })
      await expect(chips.locator('[aria-current]')).toHaveText('Modern Paintings')
      await expect(chips.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
      await expectToFit(page)
      await expectTouchable(page.getByRole('banner').getByRole('link'))
      await expectTouchable(page.getByRole('banner').getByRole('button'))
      await expectTouchable(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'))
      await expectTouchable(chips.getByRole('link'))
      await expectTouchable(page.getByRole('button', { name: 'Filters' }))
      await expectTouchable(page.getByLabel('Sort by'))
      await expectTouchable(page.getByRole('link', { name: /^(Remove filter|Clear all)/ }))
      const filters = await openFilters(page, true)
      await expectTouchable(filters.getByRole('link'))
      await expectTouchable(filters.getByRole('button'))
      await expectTouchable(filters.locator('label:has(input)'))
      for (const name of ['From', 'To']) await expectTouchable(filters.getByLabel(name, { exact: true }).locator('..'))
      await open(page, '/products?page=2')
      expect(await chips.evaluate((row) => row.scrollLeft)).toBe(0)
      await expectTouchable(page.getByRole('navigation', { name: 'Pages' }).getByRole('link'))
    })
  })
}

/** Everything that is seen of it is at least 44 px high. */
async function expectTouchable(controls: Locator) {
  const seen = controls.filter({ visible: true })
  expect(await seen.count()).toBeGreaterThan(0)
  for (const control of await seen.all()) {
    const height = Math.round((await control.boundingBox())?.height ?? 0)
    expect(height, await control.evaluate((element) => element.outerHTML)).toBeGreaterThanOrEqual(TOUCH_PX)
  }
}
