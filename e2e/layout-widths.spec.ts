import { expect, expectToFit, open, searchField, test } from './shop-test.ts'

test('nothing is squeezed where the layout changes', async ({ page }) => {
  for (const width of [768, 904, 905, 1024, 1088]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/')
    const search = await searchField(page).boundingBox()
    expect(search?.width, `search at ${width}`).toBeGreaterThan(280)
    const title = page.getByRole('heading', { level: 1 })
    const lines = await title.evaluate((h1) => h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight))
    expect(Math.round(lines), `lines of the title at ${width}`).toBe(2)
    await expectToFit(page)
  }
})
