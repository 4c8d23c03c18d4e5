import type { Page } from '@playwright/test'
import { placeOrderButton } from './checkout.ts'
import { lastPieces } from './extra-products.ts'
import {
  cartLink,
  expect,
  findProduct,
  logIn,
  newPerson,
  open,
  orderByCash,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

const jar = 'Jaipur Blue Lidded Jar'
const honey = 'Wild Forest Honey'

async function addFromPage(page: Page, name: string) {
  const { url } = await findProduct(page, name)
  await open(page, url)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(toast(page, 'Added to Cart').first()).toBeVisible()
}

const quantity = (page: Page, name: string) => page.getByRole('combobox', { name: `Quantity, ${name}` })

test("a visitor's cart stays after a reload and is shared between tabs", async ({ page, context }) => {
  await addFromPage(page, jar)
  await page.reload()
  await expect(cartLink(page, 1)).toBeVisible()

  const other = await context.newPage()
  await addFromPage(other, honey)
  await expect(cartLink(other, 2)).toBeVisible()
  await expect(cartLink(page, 2)).toBeVisible()
  await open(page, '/cart')
  await expect(quantity(page, jar)).toHaveValue('1')
  await expect(quantity(page, honey)).toHaveValue('1')
})

test('a cart that somebody spoiled is read as far as it makes sense', async ({ page }) => {
  await addFromPage(page, jar)
  await page.evaluate(() => localStorage.setItem('haat-cart', '{"version":'))
  await open(page, '/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('on a card the button turns into a stepper and back', async ({ page }) => {
  await open(page, '/products/pottery-ceramics')
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: jar })
  await card.getByRole('button', { name: /^Add to Cart/ }).click()
  const stepper = card.getByRole('group', { name: `Quantity of ${jar} in cart` })
  await expect(stepper).toContainText('1 in cart')
  await stepper.getByRole('button', { name: 'Add one more' }).click()
  await expect(stepper).toContainText('2 in cart')
  await expect(cartLink(page, 2)).toBeVisible()
  await stepper.getByRole('button', { name: 'Remove one' }).click()
  await expect(toast(page, 'Cart Updated').first()).toBeVisible()
  await stepper.getByRole('button', { name: 'Remove one' }).click()
  await expect(toast(page, 'Removed from Cart').first()).toBeVisible()
  await expect(card.getByRole('button', { name: /^Add to Cart/ })).toBeFocused()
  await expect(cartLink(page, 0)).toBeVisible()
})

test('the quantity selector changes the totals at once', async ({ page }) => {
  await addFromPage(page, honey)
  await open(page, '/cart')
  await expect(quantity(page, honey).locator('option')).toHaveText([...'123456789', '10 or more'])
  await quantity(page, honey).selectOption('3')
  await expect(toast(page, 'Cart Updated').first()).toBeVisible()
  // 3 × ₹620 and 2% tax.
  await expect(page.getByRole('main')).toContainText('₹37.20')
  await expect(page.getByRole('main')).toContainText('₹1,897.20')
  await expect(cartLink(page, 3)).toBeVisible()
})

test('a removed line can be brought back', async ({ page }) => {
  await addFromPage(page, jar)
  await open(page, '/cart')
  await quantity(page, jar).selectOption('4')
  await page.getByRole('button', { name: `Remove ${jar}` }).click()
  await expect(toast(page, 'Removed from Cart').first()).toBeVisible()
  await expect(page.getByText(`${jar} removed.`)).toBeVisible()
  await expect(cartLink(page, 0)).toBeVisible()
  const undo = page.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeFocused()
  await undo.click()
  await expect(quantity(page, jar)).toHaveValue('4')
  await expect(cartLink(page, 4)).toBeVisible()
})

test('Buy now adds the product and goes to the cart', async ({ page }) => {
  const { url } = await findProduct(page, honey)
  await open(page, url)
  await page.getByRole('button', { name: 'Buy now' }).click()
  await expect(page).toHaveURL(/\/cart(\?|$)/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(quantity(page, honey)).toHaveValue('1')
})

test('at login the two carts are merged, and the cart follows to another device', async ({ page, browser }) => {
  const person = newPerson()
  const first = await browser.newContext()
  const elsewhere = await first.newPage()
  await logIn(elsewhere, person)
  const [aJar, someHoney] = await Promise.all([findProduct(elsewhere, jar), findProduct(elsewhere, honey)])
  await elsewhere.request.post('/api/cart/update', { data: { cartItems: { [aJar._id]: 3 } } })

  await open(page, aJar.url)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await open(page, someHoney.url)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(cartLink(page, 2)).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('banner').getByRole('button', { name: 'Login' }))
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Login', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // The larger quantity of the jar, and the honey.
  await expect(cartLink(page, 4)).toBeVisible()

  await open(elsewhere, '/cart')
  await expect(quantity(elsewhere, jar)).toHaveValue('3')
  await expect(quantity(elsewhere, honey)).toHaveValue('1')
  await first.close()
})

test("a logged-in shopper's changes are on the server, and logout clears this device", async ({ page }) => {
  await logIn(page)
  await addFromPage(page, honey)
  await expect
    .poll(async () => {
      const { user } = await (await page.request.get('/api/user/is-auth')).json()
      return Object.values(user.cartItems)
    })
    .toEqual([1])
  // A click beside the menu closes it, and on a busy machine a click may land while the menu is still moving into its place.
  const logout = page.getByRole('button', { name: 'Logout' }).filter({ visible: true })
  await expect(async () => {
    if (!(await logout.isVisible())) await page.getByRole('button', { name: 'Account menu for Ananya' }).click()
    await logout.click({ timeout: 3000 })
  }).toPass()
  await expect(cartLink(page, 0)).toBeVisible()
  await page.reload()
  await expect(cartLink(page, 0)).toBeVisible()
})

test('a line that was sold out meanwhile is marked, left out of the sum and can be removed', async ({ page, browser }, {
  project,
}) => {
  const last = lastPieces[project.name] ?? ''
  await addFromPage(page, last)
  await addFromPage(page, honey)

  const other = await browser.newContext()
  const rival = await other.newPage()
  const person = await logIn(rival)
  await saveAddress(rival, person)
  const { _id } = await findProduct(rival, last)
  await orderByCash(rival, _id)
  await other.close()

  await open(page, '/cart')
  await expect(page.getByText('No longer in stock. Remove it to order.', { exact: true })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('₹632.40')
  await expect(placeOrderButton(page)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${last}` }).click()
  await expect(page.getByText('No longer in stock. Remove it to order.', { exact: true })).toBeHidden()
})
