import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, open, test } from './shop-test.ts'

const TOUCH_PX = 44
const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]

const status = (page: Page) => page.getByRole('main').getByRole('status')
const nothingCalled = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title })

/** The filters, where the width has them: a column or a sheet. */
async function openFilters(page: Page, isMobile: boolean) {
  if (!isMobile) return page.getByRole('complementary', { name: 'Filters' })
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByRole('link').first()).toBeVisible()
  return sheet
}

test('search, category, price and order stand in the address together, with true counts', async ({
  page,
  isMobile,
}) => {
  await open(page, '/products?q=paintings')
  const all = Number.parseInt((await status(page).textContent()) ?? '', 10)
  await open(page, '/products?q=paintings&max=6000&page=1')
  await expect(status(page)).toHaveText(new RegExp(`^\\d+ products of ${all} for ‘paintings’$`))

  const hits = page.getByRole('navigation', { name: 'Categories called ‘paintings’' })
  await expect(hits.getByRole('link')).toHaveText([/^Traditional Paintings/, /^Modern Paintings/])
  await expect(hits.getByRole('link').first()).toHaveAttribute('href', '/products/traditional-paintings?max=6000')

  const filters = await openFilters(page, isMobile)
  const categories = filters.getByRole('navigation', { name: 'Category' }).getByRole('link')
  await expect(categories).toHaveText([/^All Products/, /^Traditional Paintings/, /^Modern Paintings/])
  const [, counted] = /(\d+)$/.exec((await categories.nth(1).textContent()) ?? '') ?? []
  await categories.nth(1).click()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&max=6000$/)
  await expect(status(page)).toHaveText(new RegExp(`^${counted} products of \\d+ for ‘paintings’$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('‘paintings’ in Traditional Paintings')
  await expect(page.getByRole('searchbox')).toHaveValue('paintings')

  await page.getByLabel('Sort by').selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&max=6000&sort=price-asc$/)
  await page.getByRole('link', { name: 'Remove filter: Up to ₹6,000' }).click()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&sort=price-asc$/)

  await page.getByRole('searchbox').press('End')
  await page.getByRole('searchbox').pressSequentially(' fish', { delay: 20 })
  await expect(page).toHaveURL(/\/products\?sort=price-asc&q=paintings\+fish$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&sort=price-asc$/)
  await expect(page.getByRole('searchbox')).toHaveValue('paintings')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?sort=price-asc$/)
})

test('the chosen category stays in the filters when nothing of it is left', async ({ page, isMobile }) => {
  await open(page, '/products/carpets-rugs?max=500')
  const filters = await openFilters(page, isMobile)
  await expect(filters.getByRole('link', { name: /Carpets & Rugs/ })).toHaveText(/0$/)
  await expect(filters.getByRole('link', { name: /Modern Paintings/ })).toHaveCount(0)
})

test('a search that finds nothing in a category says so, and not that it is coming soon', async ({ page }) => {
  await open(page, '/products/food-spices?q=paintings')
  await expect(nothingCalled(page, 'Nothing called ‘paintings’ in Food & Spices')).toBeVisible()
  await expect(page.getByText('Coming soon')).toHaveCount(0)
  await page.getByRole('link', { name: 'Search all products' }).click()
  await expect(page).toHaveURL(/\/products\?q=paintings$/)
  await expect(status(page)).toContainText('for ‘paintings’')
})

test('Did you mean with its products comes first; as typed, there are the categories', async ({ page }) => {
  await open(page, '/products?q=madhubanni&max=9000')
  const main = page.getByRole('main')
  const meant = main.getByRole('region', { name: 'Did you mean madhubani?' })
  await expect(main.getByRole('heading').first()).toHaveText('Did you mean madhubani?')
  await expect(meant.getByRole('link', { name: 'Fish Pond, Madhubani-Style Painting' })).toBeInViewport()
  await meant.getByRole('link', { name: 'as typed' }).click()
  await expect(page).toHaveURL(/\/products\?q=madhubanni&max=9000&typed=1$/)
  await expect(nothingCalled(page, 'Nothing called ‘madhubanni’ today')).toBeVisible()
  await expect(main.getByRole('region', { name: 'Categories' }).getByRole('link')).toHaveCount(8)
  await page.goBack()
  await meant.getByRole('link', { name: 'madhubani', exact: true }).click()
  await expect(page).toHaveURL(/\/products\?q=madhubani&max=9000$/)
  await expect(page.getByRole('searchbox')).toHaveValue('madhubani')
})

test('a skip link leads past the filters to the products', async ({ page }) => {
  await open(page, '/products/food-spices')
  const skip = page.getByRole('link', { name: 'Skip to products' })
  await skip.focus()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).locator('a').first()
  await expect(first).toBeFocused()
})

test('nothing is squeezed where the layout changes', async ({ page, isMobile }) => {
  test.skip(isMobile, 'widths of a desktop')
  for (const width of [768, 904, 905, 1024, 1088]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/')
    const search = await page.getByRole('searchbox').boundingBox()
    expect(search?.width, `search at ${width}`).toBeGreaterThan(280)
    const title = page.getByRole('heading', { level: 1 })
    const lines = await title.evaluate((h1) => h1.clientHeight / Number.parseFloat(getComputedStyle(h1).lineHeight))
    expect(Math.round(lines), `lines of the title at ${width}`).toBe(2)
    await expectNoSidewaysScroll(page)
  }
})

for (const viewport of phones) {
  test.describe(`at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport })
    test.skip(({ isMobile }) => !isMobile, 'a phone')

    test('the chosen category is in view, and what is touched is large enough', async ({ page }) => {
      await open(page, '/products/modern-paintings?max=20000')
      const chips = page.getByRole('navigation', { name: 'Categories' })
      await expect(chips.locator('[aria-current]')).toHaveText('Modern Paintings')
      await expect(chips.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the filters keep search and category, and a search keeps the filters', async ({ page, isMobile }) => {
    await page.goto('/products/traditional-paintings?q=paintings&sort=price-asc')
    if (isMobile) {
      await expect(page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current]')).toBeInViewport({
        ratio: 1,
      })
      await page.getByRole('link', { name: 'Filters' }).click()
    }
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByLabel('To', { exact: true }).fill('6,000')
    await filters.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&min=&max=6%2C000&sort=price-asc$/)
    await expect(status(page)).toHaveText(/^\d+ products of \d+ for ‘paintings’$/)

    await page.getByRole('searchbox').fill('fish')
    await page.getByRole('searchbox').press('Enter')
    await expect(page).toHaveURL(/\/products\?min=&max=6%2C000&sort=price-asc&q=fish$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for ‘fish’')
  })
})
