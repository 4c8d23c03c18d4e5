import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectToFit, findProduct, logIn, open, saveAddress, test } from './shop-test.ts'

/** What every page of the shop has, besides what axe finds. */
async function expectWholePage(page: Page, title: RegExp) {
  await expect(page).toHaveTitle(title)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expectToFit(page)
}

async function expectGoodPage(page: Page, title: RegExp) {
  await expectWholePage(page, title)
  await expectAccessible(page)
}

/** At which the layout changes, and the narrowest. */
async function expectToFitAtAnyWidth(page: Page) {
  for (const width of [320, 768, 904, 905]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }
}

const pages = [
  { path: '/', title: /Haat/ },
  { path: '/products', title: /^All Products/ },
  { path: '/products?q=qqqqqq', title: /Haat$/ },
  { path: '/products?q=shibbori', title: /Haat$/ },
  { path: '/products/pottery-ceramics', title: /^Pottery & Ceramics \| Haat$/ },
  { path: '/products/carpets-rugs?max=10', title: /^Carpets & Rugs/ },
  { path: '/cart', title: /^(Your cart|Cart) \| Haat$/ },
  { path: '/login', title: /Log in \| Haat$/ },
  { path: '/login?mode=register', title: /Create your account \| Haat$/ },
  { path: '/my-orders', title: /My orders \| Haat$/ },
  { path: '/ledger', title: /^The ledger \| Haat$/ },
  { path: '/ledger/check', title: /^How to check the ledger \| Haat$/ },
  { path: '/mission', title: /^Our mission \| Haat$/ },
  { path: '/producers', title: /^Producers \| Haat$/ },
  { path: '/producers/matti-pottery-collective', title: /^Matti Pottery Collective \| Haat$/ },
  { path: '/producerform', title: /^Join as Producer \| Haat$/ },
  { path: '/loader', title: /^One moment \| Haat$/ },
  { path: '/privacy', title: /^Privacy \| Haat$/ },
  { path: '/marks', title: /^What our marks mean \| Haat$/ },
  { path: '/returns', title: /^Returns and cancellations \| Haat$/ },
  { path: '/contact', title: /^Contact \| Haat$/ },
  { path: '/newsletter', title: /^News from the workshops \| Haat$/ },
  { path: '/newsletter/confirm?token=unknown', title: /^Confirm your subscription \| Haat$/ },
  { path: '/back-in-stock/confirm?token=unknown', title: /^When it is back \| Haat$/ },
  { path: '/back-in-stock/stop', title: /^Stop these mails \| Haat$/ },
  { path: '/newsletter/unsubscribe', title: /^Leave the newsletter \| Haat$/ },
]

/** What these show on a desktop is more than the same in columns: axe looks at it as well. The others have there what they have on a phone. */
const otherOnDesktop = ['/', '/products', '/cart', '/my-orders', '/ledger', '/producers/matti-pottery-collective']

for (const { path, title } of pages) {
  test(`${path} is sound for a visitor`, async ({ page, isMobile }) => {
    await open(page, path)
    await expectWholePage(page, title)
    if (isMobile || otherOnDesktop.includes(path)) await expectAccessible(page)
    if (!isMobile) await expectToFitAtAnyWidth(page)
  })
}

for (const name of ['Dip-Glazed Stoneware Vase', 'Wild Forest Honey', 'Temple Bell 7']) {
  test(`the page of ${name} is sound`, async ({ page, isMobile }) => {
    const { url } = await findProduct(page, name)
    await open(page, url)
    await expectGoodPage(page, new RegExp(`^${name} \\| Haat$`))
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await expect(page.getByRole('group', { name: `Quantity of ${name} in cart` }).first()).toBeVisible()
    await expectAccessible(page)
    if (!isMobile) await expectToFitAtAnyWidth(page)
  })
}

test('the pages of a shopper are sound', async ({ page, isMobile }) => {
  const person = await logIn(page)
  await open(page, '/my-orders')
  await expect(page.getByText('No orders yet')).toBeVisible()
  await expectGoodPage(page, /^My orders \| Haat$/)

  await open(page, '/add-address')
  await expectGoodPage(page, /^Add an address \| Haat$/)
  await page.getByLabel('PIN code').fill('12')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'to fix' })).toBeFocused()
  await expectGoodPage(page, /^Error: /)

  const { _id } = await findProduct(page, 'Wild Forest Honey')
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 12 } } })
  await open(page, '/cart')
  await expectGoodPage(page, /cart \| Haat$/i)
  await saveAddress(page, person)
  await open(page, '/cart')
  await expectGoodPage(page, /cart \| Haat$/i)
  if (!isMobile) await expectToFitAtAnyWidth(page)
})

test('a visitor who types the address of the address form lands in the cart', async ({ page }) => {
  await open(page, '/add-address')
  await expect(page).toHaveURL(/\/cart(\?|$)/)
})

test('what opens over a page is sound', async ({ page, isMobile }) => {
  await open(page, '/products')
  if (isMobile) {
    await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Filters' }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  } else {
    await logIn(page)
    await open(page, '/products')
    const profile = page.getByRole('button', { name: 'Account menu for Ananya' })
    await profile.click()
    await expect(page.getByRole('link', { name: 'My Orders' }).filter({ visible: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(profile).toBeFocused()
  }
})

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/status of 404/] })
  for (const path of ['/no-such-page', '/products/lamps']) {
    test(`${path} is sound`, async ({ page }) => {
      await open(page, path)
      await expectGoodPage(page, /Haat$/)
    })
  }
})
