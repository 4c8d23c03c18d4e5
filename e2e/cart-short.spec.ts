import type { Page } from '@playwright/test'
import { placeOrderButton } from './checkout.ts'
import { FEW, fewPieces } from './extra-products.ts'
import {
  cartLink,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  findProduct,
  open,
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

const quantity = (page: Page, name: string) => page.getByRole('combobox', { name: `Quantity, ${name}` })

test('a line that wants more than there is waits to be set to what is left', async ({ page }, { project }) => {
  const lamp = fewPieces[project.name] ?? ''
  await addFromPage(page, honey)
  await addFromPage(page, lamp)
  await expect(page.getByRole('main')).toContainText(`Only ${FEW} left`)
  await expect(page.getByRole('main')).toContainText('Delivered in 4 to 8 days')
  await expect(page.getByText(/^Order today, with you \d/)).toBeVisible()

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

  await placeOrderButton(page).click()
  const set = page.getByRole('button', { name: `Set to ${FEW}` })
  await expect(set).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(quantity(page, lamp)).toHaveValue(String(FEW))
  await expect(quantity(page, lamp)).toBeFocused()
  await expect(set).toBeHidden()
  await expect(cartLink(page, FEW + 1)).toBeVisible()
})

test('a line that is short fits a small phone, and can be removed as well', async ({ page }, { project }) => {
  const lamp = fewPieces[project.name] ?? ''
  await addFromPage(page, lamp)
  await open(page, '/cart')
  await page.setViewportSize({ width: 360, height: 640 })
  await quantity(page, lamp).selectOption('9')
  await expect(page.getByRole('button', { name: `Set to ${FEW}` })).toBeVisible()
  await expectNoSidewaysScroll(page)
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
