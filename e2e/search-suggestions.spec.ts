import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, open, searchField, test } from './shop-test.ts'

const list = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' })
const option = (page: Page, name: string | RegExp) => list(page).getByRole('option', { name, exact: true })
const active = (page: Page) =>
  searchField(page).evaluate((field) => {
    const id = field.getAttribute('aria-activedescendant')
    return id === null ? null : (document.getElementById(id)?.textContent ?? undefined)
  })

test('arrows walk the suggestions, Escape closes them, and Enter goes to the chosen one', async ({ page }) => {
  await open(page, '/mission')
  const field = searchField(page)
  await field.pressSequentially('madh', { delay: 20 })
  await expect(option(page, 'madhubani')).toBeVisible()
  await expect(field).toHaveRole('combobox')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('status').filter({ hasText: /^\d+ suggestions$/ })).toHaveCount(1)
  await expectAccessible(page, 'any')
  await expectToFit(page)

  expect(await active(page)).toBeNull()
  await field.press('ArrowDown')
  expect(await active(page)).toBe('madhubani')
  await expect(option(page, 'madhubani')).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page, 'any')
  await field.press('ArrowUp')
  expect(await active(page)).toBeNull()
  await field.press('ArrowUp')
  const last = list(page).getByRole('option').last()
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect(last).toBeInViewport()
  await field.press('Escape')
  await expect(list(page)).toBeHidden()
  await expect(field).toHaveValue('madh')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  expect(await active(page)).toBeNull()

  await field.press('ArrowDown')
  await expect(list(page)).toBeVisible()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('madhubani')
  await expect(page).toHaveURL(/\/products\?q=madhubani$/)
  await expect(list(page)).toBeHidden()
  await expect(field).toBeFocused()

  await field.fill('fish po')
  const pond = option(page, /^Fish Pond/)
  await expect(pond).toBeVisible()
  while ((await pond.getAttribute('aria-selected')) === 'false') await field.press('ArrowDown')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fish Pond, Madhubani-Style Painting')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(field).toHaveValue('')
})

test('Enter on none searches what is typed', async ({ page }) => {
  await open(page, '/products')
  const field = searchField(page)
  await field.pressSequentially('madh', { delay: 20 })
  await expect(list(page)).toBeVisible()
  await field.press('Enter')
  await expect(list(page)).toBeHidden()
  await expect(page).toHaveURL(/\/products\?q=madh$/)
  await expect(field).toBeFocused()
})

test('a press on a category, a producer or a word goes there', async ({ page }) => {
  await open(page, '/cart')
  const field = searchField(page)
  await field.fill('pott')
  await option(page, 'Pottery & Ceramics').click()
  await expect(page).toHaveURL(/\/products\/pottery-ceramics$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pottery & Ceramics')
  await expect(field).toHaveValue('')
  await field.fill('scar')
  await option(page, 'scarf').click()
  await expect(page).toHaveURL(/\/products\?q=scarf$/)
  await expect(field).toHaveValue('scarf')
  await expect(field).not.toBeFocused()
  await expect(list(page)).toBeHidden()
})

test('leaving the field closes the suggestions, and coming back opens none', async ({ page }) => {
  await open(page, '/products')
  const field = searchField(page)
  await field.fill('scar')
  await expect(list(page)).toBeVisible()
  await field.press('Tab')
  await expect(list(page)).toBeHidden()
  await field.focus()
  await expect(field).toHaveRole('combobox')
  await expect(list(page)).toBeHidden()
})

test('an answer that comes late is not shown, and a failing one breaks nothing', async ({ page }) => {
  await open(page, '/products')
  const field = searchField(page)
  let free = () => {}
  const held = new Promise<void>((resolve) => {
    free = resolve
  })
  await page.route('**/api/product/suggest?q=ho', async (route) => {
    await held
    // The page has given this one up.
    await route.continue().catch(() => {})
  })
  await field.fill('ho')
  await page.waitForRequest('**/api/product/suggest?q=ho')
  await field.fill('scar')
  await expect(option(page, 'scarf')).toBeVisible()
  free()
  await page.unroute('**/api/product/suggest?q=ho')
  await page.route('**/api/product/suggest**', (route) => route.fulfill({ status: 200, body: 'no list' }))
  const failed = page.waitForResponse('**/api/product/suggest?q=honey')
  await expect(option(page, 'scarf')).toBeVisible()
  await field.fill('honey')
  await failed
  await expect(list(page)).toBeHidden()
  await expect(page).toHaveURL(/\/products\?q=honey$/)
  await expect(page.getByRole('main').getByRole('link', { name: 'Wild Forest Honey' })).toBeVisible()
})

test('nothing of it is loaded before somebody searches', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/products')
  await expect(searchField(page)).toHaveRole('searchbox')
  const before = asked.length
  await searchField(page).focus()
  await expect(searchField(page)).toHaveRole('combobox')
  expect(asked.slice(0, before).filter((url) => url.includes('search-suggestions'))).toEqual([])
  expect(asked.slice(before).filter((url) => url.includes('search-suggestions'))).toHaveLength(1)
})
