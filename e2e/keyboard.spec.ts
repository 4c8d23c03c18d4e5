import type { Locator, Page } from '@playwright/test'
import { chosenAddress, expectOrder, fillAccount, fillAddress } from './checkout.ts'
import { cartLink, expect, newPerson, open, searchField, test } from './shop-test.ts'

const product = 'Celadon Tea Set, Pot and Three Bowls'
const MAX_STEPS = 120

/** Presses Tab until the element has the focus, as a person would who cannot use a pointer. */
async function tabTo(page: Page, element: Locator) {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab')
    if (await element.evaluate((node) => node === document.activeElement).catch(() => false)) return
  }
  throw new Error(`Tab does not reach ${element}`)
}

async function press(page: Page, element: Locator, key = 'Enter') {
  await tabTo(page, element)
  await page.keyboard.press(key)
}

test('the whole purchase works by keyboard', async ({ page }) => {
  const person = newPerson()
  const main = page.getByRole('main')
  await open(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()

  await tabTo(page, searchField(page))
  await page.keyboard.type('celadon tea', { delay: 20 })
  await expect(main.getByRole('link', { name: product })).toBeVisible()
  await press(page, main.getByRole('link', { name: product }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await press(page, main.getByRole('button', { name: 'Add to Cart', exact: true }).first(), 'Space')
  await expect(cartLink(page, 1)).toBeVisible()
  await press(page, main.getByRole('button', { name: 'Buy now' }))
  await expect(page).toHaveURL(/\/cart(\?|$)/)
  await expect(cartLink(page, 2)).toBeVisible()

  const placeOrder = main.getByRole('button', { name: 'Place order' }).filter({ visible: true }).first()
  await press(page, placeOrder)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(placeOrder).toBeFocused()

  await page.keyboard.press('Enter')
  await press(page, dialog.getByRole('button', { name: 'Create an account' }))
  await fillAccount(page, person)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add an address')
  await fillAddress(page, person)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cart(\?|$)/)
  await expect(chosenAddress(page)).toHaveCount(1)
  await press(page, placeOrder)
  await expect(page).toHaveURL(/\/my-orders/)
  // Two at ₹2,990 and 2% tax.
  await expectOrder(page, { product, total: '₹6,099.60' })
})

test('the login modal keeps the focus inside, and Esc gives it back', async ({ page }) => {
  await open(page, '/products')
  const opener = page
    .getByRole('banner')
    .locator('a, button')
    .filter({ hasText: /^Login$/, visible: true })
  await press(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Welcome back' })
  await expect(dialog.getByLabel('Email', { exact: true })).toBeFocused()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    const inPage = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && activeElement?.closest('dialog') === null
    })
    expect(inPage, 'focus left the dialog for the page').toBe(false)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
})

test.describe('a wrong password', () => {
  // The browser's own line for the refused call.
  test.use({ expectedErrors: [/status of 401/] })

  test('is told in the form, and what was typed stays', async ({ page }) => {
    const { email } = newPerson()
    await open(page, '/login')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not my password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Wrong email address or password')
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)
  })
})
