import type { Page } from '@playwright/test'
import { MOST_SHIFT, shiftOf, watchShift } from './layout-shift.ts'
import { cartLink, expect, findProduct, logIn, open, settled, test } from './shop-test.ts'

const jar = 'Jaipur Blue Lidded Jar'
const honey = 'Wild Forest Honey'

/** Opens a page on a network so slow that no script comes until `letGo` is called. */
async function openWithoutScripts(page: Page, path: string) {
  const { promise: until, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await until
    // The page may be gone by then.
    await route.continue().catch(() => {})
  })
  await page.goto(path, { waitUntil: 'commit' })
  return letGo
}

/** Opens the cart; its scripts come when `whenSettled` is asked how much the cart has moved. */
async function shiftOfCart(page: Page) {
  const letGo = await openWithoutScripts(page, '/cart')
  return {
    whenSettled: async () => {
      letGo()
      await settled(page)
      await page.unrouteAll({ behavior: 'wait' })
      return shiftOf(page)
    },
  }
}

/** What the page must show before any script of the bundle has run. */
async function expectAtOnce(page: Page, text: string) {
  await expect(page.getByRole('main')).toContainText(text)
  await expectNoScripts(page)
}

async function expectNoScripts(page: Page) {
  const isHydrated = await page.evaluate(() => {
    const main = document.querySelector('main')
    return main !== null && Object.keys(main).some((key) => key.startsWith('__reactProps'))
  })
  expect(isHydrated, 'scripts had run already').toBe(false)
}

const lineOf = (page: Page, name: string) => page.getByRole('combobox', { name: `Quantity, ${name}` })
const badge = (page: Page) => page.locator('.cart-badge')

async function fillAsVisitor(page: Page) {
  for (const [at, name] of [jar, honey].entries()) {
    const { url } = await findProduct(page, name)
    await open(page, url)
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    // It is stored before the next page is opened.
    await expect(cartLink(page, at + 1)).toBeVisible()
  }
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })
    test.beforeEach(({ page }) => watchShift(page))

    test("a visitor's empty cart is right in the first paint", async ({ page }) => {
      const cart = await shiftOfCart(page)
      await expectAtOnce(page, 'Your cart is empty')
      await expect(badge(page)).toBeHidden()
      expect(await cart.whenSettled()).toBeLessThanOrEqual(MOST_SHIFT)
    })

    test("a visitor's filled cart is right in the first paint, with its lines, sum and badge", async ({ page }) => {
      await fillAsVisitor(page)
      const cart = await shiftOfCart(page)
      await expectAtOnce(page, 'Order summary')
      await expect(lineOf(page, jar)).toHaveValue('1')
      await expect(lineOf(page, honey)).toHaveValue('1')
      await expect(badge(page)).toBeVisible()
      expect(await cart.whenSettled()).toBeLessThanOrEqual(MOST_SHIFT)
      await expect(cartLink(page, 2)).toBeVisible()
      await expect(badge(page)).toHaveText('2')
    })

    test("a shopper's cart is right in the first paint, filled and empty", async ({ page }) => {
      await logIn(page)
      const { _id } = await findProduct(page, honey)
      await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 3 } } })
      const filled = await shiftOfCart(page)
      await expectAtOnce(page, 'Order summary')
      await expect(lineOf(page, honey)).toHaveValue('3')
      expect(await filled.whenSettled()).toBeLessThanOrEqual(MOST_SHIFT)

      await page.request.post('/api/cart/update', { data: { cartItems: {} } })
      const empty = await shiftOfCart(page)
      await expectAtOnce(page, 'Your cart is empty')
      expect(await empty.whenSettled()).toBeLessThanOrEqual(MOST_SHIFT)
    })
  })
}

test('a line removed before scripts have run stays removed when they have', async ({ page, browser }) => {
  await fillAsVisitor(page)
  const { cookies, origins } = await page.context().storageState()
  const plain = await browser.newContext({ javaScriptEnabled: false, storageState: { cookies, origins } })
  const withoutScripts = await plain.newPage()
  await withoutScripts.goto('/cart')
  await withoutScripts.getByRole('button', { name: `Remove ${jar}` }).click()
  await expect(lineOf(withoutScripts, honey)).toHaveValue('1')
  await expect(lineOf(withoutScripts, jar)).toHaveCount(0)
  await page.context().addCookies((await plain.storageState()).cookies)
  await plain.close()
  await open(page, '/cart')
  await expect(lineOf(page, honey)).toHaveValue('1')
  await expect(lineOf(page, jar)).toHaveCount(0)
  await expect(cartLink(page, 1)).toBeVisible()
})

test("a visitor's pages besides the cart stay the same for all: the cookies go to the cart alone", async ({ page }) => {
  await fillAsVisitor(page)
  const asked = page.waitForRequest((request) => new URL(request.url()).pathname === '/products')
  await openWithoutScripts(page, '/products')
  expect((await (await asked).allHeaders()).cookie ?? '').not.toContain('haat-cart')
  // Before scripts have run, the badge knows all the same.
  await expect(badge(page)).toBeVisible()
  await expectNoScripts(page)
})
