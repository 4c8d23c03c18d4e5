import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, hydrated, layoutSize, logIn, open, test } from './shop-test.ts'

const CATEGORIES = 8
const TOUCH_PX = 44

const menuButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
const menuDialog = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const menuLinks = (page: Page) => menuDialog(page).getByRole('navigation', { name: 'Menu' })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test.describe(`the menu at ${viewport.width} x ${viewport.height}`, () => {
    test.use({ viewport })

    test('leads a visitor to the categories and to Login', async ({ page }) => {
      await open(page, '/products/pottery-ceramics')
      await menuButton(page).click()
      const links = menuLinks(page)
      await expect(links.getByRole('link')).toHaveCount(1 + CATEGORIES + 3)
      await expect(links.getByRole('img')).toHaveCount(0)
      await expect(links.locator('img')).toHaveCount(CATEGORIES)
      await expect(links.locator('[aria-current=page]')).toHaveText('Pottery & Ceramics')
      await expect(links.getByRole('link', { name: 'My Orders' })).toHaveCount(0)
      expect((await layoutSize(menuDialog(page))).width).toBe(320)
      for (const row of await links.getByRole('listitem').all())
        expect((await layoutSize(row)).height).toBeGreaterThanOrEqual(TOUCH_PX)
      await expectAccessible(page)
      await expectToFit(page)

      await links.getByRole('link', { name: 'Food & Spices' }).click()
      await expect(page).toHaveURL(/\/products\/food-spices$/)
      await expect(menuDialog(page)).toBeHidden()

      await menuButton(page).click()
      await links.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('dialog', { name: 'Welcome back' })).toBeVisible()
      await expect(menuDialog(page)).toBeHidden()
    })

    test('says who is logged in, and logs out', async ({ page }) => {
      const { email } = await logIn(page)
      await open(page, '/')
      await menuButton(page).click()
      await expect(menuDialog(page)).toContainText('Ananya Rao')
      await expect(menuDialog(page)).toContainText(email)
      await menuLinks(page).getByRole('link', { name: 'Account', exact: true }).click()
      await expect(page).toHaveURL(/\/account$/)

      await menuButton(page).click()
      await menuLinks(page).getByRole('link', { name: 'My Orders' }).click()
      await expect(page).toHaveURL(/\/my-orders$/)

      await menuButton(page).click()
      await menuLinks(page).getByRole('button', { name: 'Logout' }).click()
      await expect(menuDialog(page)).toBeHidden()
      await expect(page.getByRole('button', { name: 'Account menu for Ananya' })).toHaveCount(0)
    })

    test('works by keyboard: the focus stays inside, Esc gives it back', async ({ page }) => {
      await open(page, '/')
      await menuButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(menuLinks(page).getByRole('button', { name: 'Login' })).toBeVisible()
      for (let step = 0; step < 20; step += 1) {
        await page.keyboard.press('Tab')
        const inPage = await page.evaluate(() => {
          const { activeElement } = document
          return activeElement !== document.body && activeElement?.closest('dialog') === null
        })
        expect(inPage, 'focus left the menu for the page').toBe(false)
      }
      await page.keyboard.press('Escape')
      await expect(menuDialog(page)).toBeHidden()
      await expect(menuButton(page)).toBeFocused()
    })
  })
}

test('a tap beside the menu closes it, and so does a window wide enough for the top bar', async ({ page }) => {
  await open(page, '/')
  await menuButton(page).click()
  await expect(menuDialog(page)).toBeVisible()
  await page.mouse.click(360, 400)
  await expect(menuDialog(page)).toBeHidden()

  await menuButton(page).click()
  await expect(menuDialog(page)).toBeVisible()
  await page.setViewportSize({ width: 905, height: 800 })
  await expect(menuDialog(page)).toBeHidden()
})

test('the menu opened before scripts have loaded stays as it is when they come', async ({ page }) => {
  let letScriptsIn = () => {}
  const scripts = new Promise<void>((resolve) => {
    letScriptsIn = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  await page.goto('/products', { waitUntil: 'commit' })
  await menuButton(page).click()
  const links = menuLinks(page)
  await expect(links.getByRole('link')).toHaveCount(1 + CATEGORIES + 3)
  // The panel may still slide in from the left.
  const heights = () =>
    links.getByRole('listitem').evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  await expect(links.getByRole('link', { name: 'Food & Spices' })).toBeInViewport()
  const before = await heights()
  letScriptsIn()
  await hydrated(page)
  await expect(links.locator('img')).toHaveCount(CATEGORIES)
  expect(await heights()).toEqual(before)
  await expect(links.locator('[aria-current=page]')).toHaveText('All Products')
  await links.getByRole('link', { name: 'Food & Spices' }).click()
  await expect(page).toHaveURL(/\/products\/food-spices$/)
  await expect(menuDialog(page)).toBeHidden()
})

test.describe('without its pictures', () => {
  // The browser's own line for the file that does not come.
  test.use({ expectedErrors: [/menu-picture/] })

  test('all its links stand there; the pictures are asked for with the first opening', async ({ page }) => {
    const asked: string[] = []
    await page.route('**/menu-picture*.js', (route) => {
      asked.push(route.request().url())
      return route.abort()
    })
    await open(page, '/')
    expect(asked).toEqual([])
    await menuButton(page).click()
    await menuLinks(page).getByRole('link', { name: 'Carpets & Rugs' }).click()
    await expect(page).toHaveURL(/\/products\/carpets-rugs$/)
    await hydrated(page)
    expect(asked).not.toEqual([])
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the menu leads to the categories and to Login', async ({ page }) => {
    await page.goto('/mission')
    await menuButton(page).click()
    await menuLinks(page).getByRole('link', { name: 'Food & Spices' }).click()
    await expect(page).toHaveURL(/\/products\/food-spices$/)
    await menuButton(page).click()
    await menuLinks(page).getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fproducts%2Ffood-spices$/)
  })

  test('a page of their own shows a shopper the own menu', async ({ page }) => {
    await logIn(page)
    await page.goto('/my-orders')
    await menuButton(page).click()
    await expect(menuDialog(page)).toContainText('Ananya Rao')
    await expect(menuLinks(page).getByRole('button', { name: 'Logout' })).toBeVisible()
  })
})
