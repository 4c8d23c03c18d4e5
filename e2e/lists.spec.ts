import type { Page } from '@playwright/test'
import { openFilters } from './filters.ts'
import { expect, open, searchField, test } from './shop-test.ts'

const status = (page: Page) => page.getByRole('main').getByRole('status')
const nothingCalled = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title })

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
  await expect(searchField(page)).toHaveValue('paintings')

  await page.getByLabel('Sort by').selectOption({ label: 'Price: low to high' })
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&max=6000&sort=price-asc$/)
  await page.getByRole('link', { name: 'Remove filter: Up to ₹6,000' }).click()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&sort=price-asc$/)

  await searchField(page).press('End')
  await searchField(page).pressSequentially(' fish', { delay: 20 })
  await expect(page).toHaveURL(/\/products\?sort=price-asc&q=paintings\+fish$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?q=paintings&sort=price-asc$/)
  await expect(searchField(page)).toHaveValue('paintings')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL(/\/products\/traditional-paintings\?sort=price-asc$/)
})

test('filters stand in the address, as chips and can be taken off', async ({ page, isMobile }) => {
  await open(page, '/products/food-spices')
  const filters = await openFilters(page, isMobile)
  await filters.getByLabel('To', { exact: true }).fill('400')
  await filters.getByLabel('To', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\?max=400$/)
  if (isMobile) await page.getByRole('button', { name: /^Show \d+ products$/ }).click()
  const names = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(names.filter({ hasText: 'Cinnamon Quills' })).toBeVisible()
  await expect(names.filter({ hasText: 'Wild Forest Honey' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Remove filter: Up to ₹400' }).click()
  await expect(page).toHaveURL(/\/products\/food-spices$/)
  await expect(names.filter({ hasText: 'Wild Forest Honey' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\?max=400$/)
  await expect(names.filter({ hasText: 'Wild Forest Honey' })).toHaveCount(0)
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
  await expect(searchField(page)).toHaveValue('madhubani')
})

test('a skip link leads past the filters to the products', async ({ page }) => {
  await open(page, '/products/food-spices')
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const skip = page.getByRole('link', { name: 'Skip to products' })
  await skip.focus()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).locator('a').first()
  await expect(first).toBeFocused()
  expect(warnings).toEqual([])
})

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

    await searchField(page).fill('fish')
    await searchField(page).press('Enter')
    await expect(page).toHaveURL(/\/products\?min=&max=6%2C000&sort=price-asc&q=fish$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Results for ‘fish’')
  })
})
