import type { Page } from '@playwright/test'
import { newApplication } from './applications.ts'
import { asSeller, heading, openApplication, sidebar } from './seller.ts'
import {
  cartLink,
  expect,
  findProduct,
  logIn,
  open,
  orderByCash,
  saveAddress,
  searchField,
  test,
  toast,
} from './shop-test.ts'

// What the browser itself says of requests that fail, and the router of a page that it could not load.
test.use({
  expectedErrors: [
    /ERR_INTERNET_DISCONNECTED|Failed to fetch|loading route module|status of 50[03]|Could not load|Unable to decode/,
  ],
})

const OFFLINE = 'You seem to be offline. Please check your connection and try again'

/** Marks the document: the mark is gone once it is loaded again. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-marked', ''))
const expectSameDocument = (page: Page) => expect(page.locator('body[data-marked]')).toHaveCount(1)

const alertOf = (page: Page, text: string) => page.getByRole('main').getByRole('alert').filter({ hasText: text })

test('a decision that did not arrive keeps the page and is made with one press when the connection is back', async ({
  page,
  context,
  request,
}) => {
  const application = newApplication()
  await request.post('/api/producer/submit', { data: application })
  await asSeller(page)
  await openApplication(page, request, application.email)
  await mark(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('button', { name: 'Approve application' }).click()
  const failed = alertOf(page, `Not saved. ${OFFLINE}`)
  await expect(failed).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: application.name })).toBeVisible()
  await context.setOffline(false)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 2, name: application.name })).toHaveCount(0)
  await expectSameDocument(page)
})

test('a switch that was not saved goes back, says why, and can be tried again', async ({ page, context }) => {
  const bell = 'Temple Bell 9'
  await asSeller(page)
  await open(page, `/seller/product-list?${new URLSearchParams({ q: bell })}`)
  await mark(page)
  const onSale = page.getByRole('switch', { name: `${bell} in stock` })
  await context.setOffline(true)
  await onSale.click()
  await expect(page.getByRole('row').getByText(`Not saved. ${OFFLINE}`)).toBeVisible()
  await expect(onSale).toBeChecked()
  await context.setOffline(false)
  await page.getByRole('button', { name: `Try again (${bell})` }).click()
  await expect(onSale).not.toBeChecked()
  await expect(page.getByText('Not saved.')).toHaveCount(0)
  // Other journeys buy it: it is on sale again before this one ends.
  const isSaved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/product/stock') && answer.request().postDataJSON().inStock === true,
  )
  await onSale.click()
  await isSaved
  await expectSameDocument(page)
})

test('a product that was not saved keeps all that was typed', async ({ page, context }) => {
  await asSeller(page)
  await open(page, '/seller')
  await mark(page)
  await page.getByLabel('Product name').fill('Terracotta Bell')
  await page.getByLabel('Price', { exact: true }).fill('500')
  await page.getByLabel('Offer price').fill('450')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add product', exact: true }).click()
  const failed = alertOf(page, 'The upload failed')
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByLabel('Product name')).toHaveValue('Terracotta Bell')
  await expectSameDocument(page)
})

test('a prefetch that fails changes nothing', async ({ page, context }) => {
  await asSeller(page)
  await open(page, '/seller/product-list')
  await mark(page)
  await context.setOffline(true)
  const link = sidebar(page).getByRole('link', { name: 'Orders', exact: true })
  const asked = page.waitForEvent('requestfailed')
  await link.dispatchEvent('touchstart')
  await asked
  await expect(heading(page, 'Product List')).toBeVisible()
  // A reload would have begun by then: the same page answers another press.
  await page.getByRole('searchbox', { name: 'Search your products' }).fill('x')
  await expectSameDocument(page)
  await context.setOffline(false)
})

test('a page that cannot be loaded is said to be so in its place, and comes with one press', async ({
  page,
  context,
}) => {
  await asSeller(page)
  await open(page, '/seller/product-list')
  await mark(page)
  await context.setOffline(true)
  await sidebar(page).getByRole('link', { name: 'Activity' }).click()
  await expect(heading(page, 'You are offline')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('cart')
  await expect(sidebar(page)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The shop still cannot be reached.')).toBeVisible()
  await expectSameDocument(page)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Activity')).toBeVisible()
})

// As behind a router that has lost its line: the browser believes that it is connected.
for (const [what, requests] of [
  ['what a page shows', '**/*.data**'],
  ['anything at all', '**/*'],
] as const) {
  test(`a network that gives no answer to ${what} is said to be lost, though the browser does not know it`, async ({
    page,
  }) => {
    await open(page, '/products')
    await page.route(requests, (route) => route.abort('internetdisconnected'))
    await page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Wild Forest Honey' }).click()
    await expect(heading(page, 'You are offline')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Your cart is kept on this device')
    await page.unroute(requests)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Wild Forest Honey')).toBeVisible()
  })
}

test('a list that fails to load says so and is tried again', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller/product-list')
  await mark(page)
  await page.route('**/seller/newsletter.data**', (route) => route.fulfill({ status: 503, body: 'busy' }))
  await sidebar(page).getByRole('link', { name: 'Newsletter' }).click()
  const failed = alertOf(page, 'Could not load the newsletter list.')
  await expect(failed).toBeVisible()
  await page.unroute('**/seller/newsletter.data**')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('main')).toContainText(/confirmed readers?/)
  await expectSameDocument(page)
})

test('a page whose change was saved but that cannot be read again stays', async ({ page }) => {
  await saveAddress(page, await logIn(page))
  await open(page, '/account')
  await mark(page)
  // The form arrives; what it has changed cannot be read.
  await page.route('**/account.data**', (route) =>
    route.request().method() === 'POST' ? route.continue() : route.abort('internetdisconnected'),
  )
  await page.getByRole('button', { name: /^Delete address of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).click()
  await expect(toast(page, 'This page could not be refreshed.')).toBeVisible()
  await expect(heading(page, 'Your account')).toBeVisible()
  expect((await (await page.request.get('/api/address/get')).json()).addresses).toEqual([])
  await expectSameDocument(page)
})

test('a product that was not archived says why, and is archived with one press', async ({ page, context }) => {
  await asSeller(page)
  const productData = JSON.stringify({ name: 'Cane Stool', category: 'Wood-Furniture', price: 200, offerPrice: 150 })
  const added = await page.request.post('/api/product/add', { multipart: { productData } })
  const { product } = await added.json()
  await open(page, `/seller/product-list/${product._id}`)
  await mark(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive product' }).click()
  const failed = alertOf(page, `Not saved. ${OFFLINE}`)
  await expect(failed).toBeVisible()
  await context.setOffline(false)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Bring back' })).toBeVisible()
  await expectSameDocument(page)
})

test('the shop keeps its page, too, when a prefetch fails', async ({ page, context }) => {
  await open(page, '/')
  await mark(page)
  await context.setOffline(true)
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 0 items' })
  const asked = page.waitForEvent('requestfailed')
  await cart.dispatchEvent('touchstart')
  await asked
  await searchField(page).focus()
  await expectSameDocument(page)
})

test('an order that could not be cancelled stays as it is, says why, and is cancelled with one press', async ({
  page,
  context,
}) => {
  await saveAddress(page, await logIn(page))
  const { _id: product } = await findProduct(page, 'Wild Forest Honey')
  await orderByCash(page, product)
  await open(page, '/my-orders')
  await mark(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Cancel order/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
  const failed = alertOf(page, `Not saved. ${OFFLINE}`)
  await expect(failed).toBeVisible()
  await expect(toast(page, 'This page could not be refreshed.')).toHaveCount(0)
  await expect(page.getByRole('article').first()).toContainText('Order Placed')
  await context.setOffline(false)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toContainText('Cancelled')
  await expectSameDocument(page)
})

test('an address that could not be deleted stays, says why, and is deleted with one press', async ({
  page,
  context,
}) => {
  await saveAddress(page, await logIn(page))
  await open(page, '/account')
  await mark(page)
  const remove = page.getByRole('button', { name: /^Delete address of/ })
  await context.setOffline(true)
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete address' }).click()
  const failed = alertOf(page, `Not saved. ${OFFLINE}`)
  await expect(failed).toBeVisible()
  await expect(remove).toBeVisible()
  await context.setOffline(false)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(remove).toHaveCount(0)
  await expectSameDocument(page)
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
]) {
  test(`without a connection a link at ${viewport.width} px keeps the page and says so`, async ({ page, context }) => {
    await page.setViewportSize(viewport)
    await open(page, '/products')
    await mark(page)
    await context.setOffline(true)
    const link = page.getByRole('main').getByRole('listitem').getByRole('link', { name: 'Wild Forest Honey' })
    await link.click()
    await expect(toast(page, 'You are offline.')).toBeVisible()
    await expect(page).toHaveURL('/products')
    await expect(link).toBeVisible()
    await context.setOffline(false)
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Wild Forest Honey' })).toBeVisible()
    await expectSameDocument(page)
  })
}

test("a change of a shopper's cart is said to be done once it was sent, which it is when the connection returns", async ({
  page,
  context,
}) => {
  await logIn(page)
  const { url, _id } = await findProduct(page, 'Wild Forest Honey')
  await open(page, url)
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(toast(page, 'Not saved yet.')).toBeVisible()
  await expect(toast(page, 'Added to Cart')).toHaveCount(0)
  await expect(cartLink(page, 1)).toBeVisible()
  await context.setOffline(false)
  await expect(toast(page, 'Cart Updated').first()).toBeVisible()
  const { user } = await (await page.request.get('/api/user/is-auth')).json()
  expect(user.cartItems).toEqual({ [_id]: 1 })
})

test("a visitor's cart is on this device, with or without a connection", async ({ page, context }) => {
  const { url } = await findProduct(page, 'Wild Forest Honey')
  await open(page, url)
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(toast(page, 'Added to Cart').first()).toBeVisible()
  await expect(cartLink(page, 1)).toBeVisible()
})
