import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { placeOrderButton } from './checkout.ts'
import { FEW, fewPieces } from './extra-products.ts'
import { seller } from './seller.ts'
import {
  cartLink,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  logIn,
  open,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

const honey = 'Wild Forest Honey'

async function addFromPage(page: Page, name: string) {
  const { url } = await findProduct(page, name)
  await open(page, url)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(toast(page, 'Added to Cart').first()).toBeVisible()
}

/** The browser's own line for a refused order. */
test.use({ expectedErrors: [/status of 409/] })

const quantity = (page: Page, name: string) => page.getByRole('combobox', { name: `Quantity, ${name}` })

test('a line that wants more than there is waits to be set to what is left', async ({ page }, { project }) => {
  const lamp = fewPieces[project.name] ?? ''
  await addFromPage(page, honey)
  await addFromPage(page, lamp)
  await expect(page.getByRole('main')).toContainText(`Only ${FEW} left`)
  await expect(page.getByRole('main')).toContainText('Delivered in 4 to 8 days')
  await expect(page.getByText(/^Order today, with you \d/)).toBeVisible()
  const inCart = page
    .getByRole('main')
    .getByRole('group', { name: `Quantity of ${lamp} in cart` })
    .first()
  for (let count = 1; count <= FEW; count += 1) await inCart.getByRole('button', { name: 'Add one more' }).click()
  await expect(toast(page, `Only ${FEW} of ${lamp} are left`)).toBeVisible()
  await expect(inCart).toContainText(`${FEW}`)

  await open(page, '/cart')
  await expect(page.getByRole('main')).toContainText(`Only ${FEW} left`)
  await expect(page.getByText(/^Order today, with you \d/)).toBeVisible()
  await quantity(page, lamp).selectOption('6')
  await expect(
    page.getByText(`You asked for 6. Only ${FEW} are left. Not in the total until you choose.`),
  ).toBeVisible()
  // The honey alone, with 2% tax; the badge counts it alone too.
  await expect(page.getByRole('main')).toContainText('₹632.40')
  await expect(cartLink(page, 1)).toBeVisible()
  await expectAccessible(page)

  // And so on every other page, in another tab, and before scripts have run.
  const other = await page.context().newPage()
  await open(other, '/products')
  await expect(cartLink(other, 1)).toBeVisible()
  await other.route(/\/assets\/[^/]+\.js$/, () => {})
  await other.goto('/', { waitUntil: 'commit' })
  await expect(other.locator('.cart-badge')).toBeVisible()
  expect(await other.evaluate(() => document.documentElement.style.getPropertyValue('--units'))).toBe('1')
  await other.close()

  await placeOrderButton(page).click()
  const set = page.getByRole('button', { name: `Set to ${FEW}` })
  await expect(set).toBeFocused()
  // It stands in the summary; no toast says it again.
  await expect(page.getByText(/^You asked for more of one thing than is left/)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(quantity(page, lamp)).toHaveValue(String(FEW))
  await expect(quantity(page, lamp)).toBeFocused()
  await expect(set).toBeHidden()
  await expect(cartLink(page, FEW + 1)).toBeVisible()
})

test('an order that was refused because pieces were sold meanwhile leaves the line to be decided', async ({
  page,
  request,
}) => {
  await request.post('/api/seller/login', { data: seller })
  const name = `Neem Comb ${randomUUID().slice(0, 8)}`
  const productData = { name, category: 'Wood-Furniture', price: 200, offerPrice: 150, stock: 4 }
  const added = await request.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
  const { product } = await added.json()
  const person = await logIn(page)
  await saveAddress(page, person)
  await addFromPage(page, name)
  await open(page, '/cart')
  await quantity(page, name).selectOption('3')
  await expect(cartLink(page, 3)).toBeVisible()
  await request.post('/api/product/stock', { data: { id: product._id, inStock: true, stock: 2 } })
  await placeOrderButton(page).click()
  await expect(page.getByText('You asked for 3. Only 2 are left. Not in the total until you choose.')).toBeVisible()
  await page.getByRole('button', { name: 'Set to 2' }).click()
  await placeOrderButton(page).click()
  await expect(page).toHaveURL(/\/my-orders/)
})

test('a line that is short fits a small phone, and can be removed as well', async ({ page }, { project }) => {
  const lamp = fewPieces[project.name] ?? ''
  await addFromPage(page, lamp)
  await open(page, '/cart')
  await page.setViewportSize({ width: 360, height: 640 })
  await quantity(page, lamp).selectOption('9')
  await expect(page.getByRole('button', { name: `Set to ${FEW}` })).toBeVisible()
  await expectToFit(page)
  await page.getByRole('button', { name: `Remove ${lamp}` }).click()
  await expect(page.getByText(`${lamp} removed.`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Set to ${FEW}` })).toBeHidden()
})

test('a quantity of ten or more is typed', async ({ page }) => {
  await addFromPage(page, honey)
  await open(page, '/cart')
  await quantity(page, honey).selectOption('10 or more')
  const field = page.getByRole('textbox', { name: `Quantity, ${honey}, up to 999` })
  await expect(field).toBeFocused()
  await field.fill('1000')
  await expect(page.getByText('1 to 999')).toBeVisible()
  await field.fill('12')
  await page.keyboard.press('Enter')
  await expect(quantity(page, honey)).toHaveValue('12')
  await expect(cartLink(page, 12)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a line that is short is set to what is left by its button', async ({ page }, { project }) => {
    const lamp = fewPieces[project.name] ?? ''
    const { url } = await findProduct(page, lamp)
    await page.goto(url)
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await quantity(page, lamp).selectOption('9')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('button', { name: `Set to ${FEW}` }).click()
    await expect(quantity(page, lamp)).toHaveValue(String(FEW))
  })
})
