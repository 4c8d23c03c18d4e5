import { areas, asSeller, sidebar } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

test('every page of the area is accessible and holds its width', async ({ page }) => {
  test.slow()
  await asSeller(page)
  await open(page, '/seller')
  const names = await sidebar(page).getByRole('link').allTextContents()
  const wanted = [
    'Add Product',
    'Product List',
    'Orders',
    'Producer Applications',
    'Approved Producers',
    'Rejected Producers',
  ]
  for (const name of wanted) expect(names.some((text) => text.startsWith(name))).toBe(true)
  for (const path of ['/seller', ...areas.map((area) => `/seller/${area}`)]) {
    await open(page, path)
    await expect(sidebar(page).locator('a[aria-current=page]')).toBeInViewport()
    await expectAccessible(page)
    await expectToFit(page)
  }
})
