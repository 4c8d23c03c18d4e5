import { chosenAddress, expectOrder, fillAccount, fillAddress, placeOrderButton } from './checkout.ts'
import { cartLink, expect, newPerson, searchField, test } from './shop-test.ts'

test.use({ javaScriptEnabled: false })

const product = 'Indigo Shibori Scarf'

test('a visitor browses, makes an account and orders before JavaScript has loaded', async ({ page }) => {
  const person = newPerson()
  const main = page.getByRole('main')
  await page.goto('/')
  await page
    .getByRole('region', { name: 'Shop by category' })
    .getByRole('link', { name: /Textiles & Clothing/ })
    .click()
  await main.getByRole('link', { name: product }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product)
  await main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()

  await expect(cartLink(page, 1)).toBeVisible()
  await page.goto('/cart')
  await expect(main).toContainText(product)
  await main.getByRole('button', { name: 'Create an account' }).click()
  await fillAccount(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()

  // A new account has no address yet: the form for one is here.
  await expect(page).toHaveURL(/\/add-address$/)
  await fillAddress(page, person)
  await page.getByRole('button', { name: 'Save address' }).click()

  await expect(page).toHaveURL(/\/cart(\?|$)/)
  await expect(chosenAddress(page)).toHaveCount(1)
  await placeOrderButton(page).click()
  await expect(page).toHaveURL(/\/my-orders/)
  // ₹1,490 and 2% tax.
  await expectOrder(page, { product, total: '₹1,519.80' })
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('search, filters, order and pages are plain forms and links', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto('/products')
  await searchField(page).fill('indigo')
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(/\/products\?q=indigo/)
  await expect(main.getByRole('link', { name: product })).toBeVisible()
  await page.goto('/products')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/\/products\?page=2$/)
})

test.describe('a wrong password', () => {
  // The browser's own line for the page that answers 401.
  test.use({ expectedErrors: [/status of 401/] })

  test('is told on the page', async ({ page }) => {
    const { email } = newPerson()
    await page.goto('/login?next=/cart')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not my password')
    await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Wrong email address or password')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  })
})
