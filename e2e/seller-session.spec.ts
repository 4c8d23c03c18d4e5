import type { APIRequestContext, Page } from '@playwright/test'
import { newApplication } from './applications.ts'
import { asSeller, heading, openApplication, seller, sidebar } from './seller.ts'
import { expect, open, test, toast } from './shop-test.ts'

/** Ends the session on the server only: the browser does not know. */
async function endSession(page: Page, request: APIRequestContext) {
  const session = (await page.context().cookies()).find(({ name }) => name === 'haat-seller')
  const answer = await request.post('/api/seller/logout', { headers: { cookie: `haat-seller=${session?.value}` } })
  expect(answer.status()).toBe(200)
}

async function logInAgain(page: Page) {
  await expect(toast(page, 'Your session has ended. Log in to go on.')).toBeVisible()
  await expect(heading(page, 'Seller login')).toBeFocused()
  await page.getByLabel('Email').fill(seller.email)
  await page.getByLabel('Password', { exact: true }).fill(seller.password)
  await page.keyboard.press('Enter')
}

test.describe('when the session has ended meanwhile', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('the switch leads to the login, and that back to the same list', async ({ page, request }) => {
    await asSeller(page)
    await open(page, '/seller/product-list?q=Temple+Bell+13')
    await endSession(page, request)
    const onSale = page.getByRole('switch', { name: 'Temple Bell 13 in stock' })
    await onSale.click()
    await logInAgain(page)
    await expect(heading(page, 'Product List')).toBeFocused()
    await expect(page).toHaveURL(/\?q=Temple\+Bell\+13$/)
    await expect(onSale).toBeChecked()
  })

  test('a decision leads to the login, and that back to the application', async ({ page, request }) => {
    const application = newApplication()
    await request.post('/api/producer/submit', { data: application })
    await asSeller(page)
    await openApplication(page, request, application.email)
    await endSession(page, request)
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByRole('button', { name: 'Approve application' }).click()
    await logInAgain(page)
    await expect(page.getByRole('heading', { level: 2, name: application.name })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeVisible()
  })

  test('the product form keeps what was typed', async ({ page, request }) => {
    await asSeller(page)
    await open(page, '/seller')
    await page.getByLabel('Product name').fill('Terracotta Bell')
    await page.getByLabel('Price', { exact: true }).fill('500')
    await page.getByLabel('Offer price').fill('450')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await endSession(page, request)
    await page.getByRole('button', { name: 'Add product', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Log in in a new tab, then save again' })).toBeVisible()
    await expect(page.getByLabel('Product name')).toHaveValue('Terracotta Bell')
  })
})

test.describe('when the area itself fails', () => {
  test.use({ expectedErrors: [/status of 500|turbo-stream|decode/i] })

  test('the frame stays, and the words are for a seller', async ({ page }) => {
    await asSeller(page)
    await open(page, '/seller/product-list?q=Temple+Bell+13')
    await page.route('**/seller/product-list/*.data**', (route) => route.fulfill({ status: 500, body: 'broken' }))
    await page.getByRole('link', { name: 'Edit Temple Bell 13' }).click()
    await expect(heading(page, 'Something broke on our side')).toBeFocused()
    await expect(page.getByRole('main')).toContainText('What you saved is kept.')
    await expect(page.getByRole('main')).not.toContainText('cart')
    await expect(sidebar(page)).toBeVisible()
  })
})
