import type { Page } from '@playwright/test'
import { asSeller, heading } from './seller.ts'
import {
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  hydrated,
  logIn,
  open,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

const OFFLINE = 'You seem to be offline. Please check your connection and try again'

/** Two jars for ₹4,998 with tax, bought by somebody new and moved on by the seller, who this browser then is. */
async function orderOf(page: Page, ...statuses: string[]) {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { _id } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const data = { items: [{ product: _id, quantity: 2 }], address: addresses[0]._id }
  const placed = await page.request.post('/api/order/cod', { data })
  expect(placed.status(), await placed.text()).toBe(200)
  const { orderId } = await placed.json()
  const { order } = await (await page.request.get(`/api/order/user/${orderId}`)).json()
  await asSeller(page)
  for (const status of statuses) await move(page, orderId, status)
  return { id: String(orderId), number: Number(order.number), path: `/seller/orders/${orderId}` }
}

async function move(page: Page, id: string, status: string) {
  const moved = await page.request.post(`/api/order/${id}/status`, { data: { status } })
  expect(moved.status(), await moved.text()).toBe(200)
}
const shipped = ['Confirmed', 'Packed', 'Shipped']

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const alertOf = (page: Page, text: string) => main(page).getByRole('alert').filter({ hasText: text })
const lookAt = async (page: Page) => {
  await expectAccessible(page)
  await expectToFit(page)
}

test('an order that came back is written off by keyboard, and is credited', async ({ page }) => {
  const { number, path } = await orderOf(page, ...shipped)
  await open(page, path)
  await button(page, /Mark as returned/).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Did order #${number} come back?` })
  await expect(dialog.getByRole('button', { name: 'Not yet' })).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'In good order: back into stock' })).toBeChecked()
  await lookAt(page)
  await dialog.getByRole('radio', { name: 'In good order: back into stock' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: 'Lost or damaged: written off' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Mark as returned' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Order is returned')).toBeVisible()
  await expect(main(page).getByRole('region', { name: 'What happened' })).toContainText('Returned, goods written off')
  await expect(main(page)).toContainText('Pending, nothing to collect.')
  await expect(button(page, /Mark as/)).toHaveCount(0)
  await expect(heading(page, `Order #${number}`)).toBeFocused()
  const note = main(page).getByRole('link', { name: /^Credit note \d{6}$/ })
  await expect(async () => {
    await page.reload()
    await expect(note).toBeVisible({ timeout: 1000 })
  }).toPass()
  await hydrated(page)
  await note.click()
  await expect(page.getByRole('article')).toContainText('The goods came back. ₹4,998.00 is not owed any more.')
  await lookAt(page)
})

test('received cash is refunded by UPI with its reference', async ({ page }) => {
  const { id, number, path } = await orderOf(page, ...shipped)
  expect((await page.request.post(`/api/order/${id}/cash-received`)).status()).toBe(200)
  await open(page, path)
  await button(page, 'Refund').click()
  const dialog = page.getByRole('dialog', { name: `Refund order #${number}` })
  await expect(dialog.getByRole('combobox', { name: 'How it is refunded' })).toHaveValue('upi')
  await expect(dialog.getByRole('option')).toHaveText(['By UPI', 'By bank transfer'])
  await dialog.getByRole('spinbutton').fill('1')
  await lookAt(page)
  await dialog.getByRole('textbox', { name: 'Reference of the transfer' }).fill('UPI 4711')
  await page.keyboard.press('Enter')
  await expect(toast(page, '₹2,499.00 is refunded by UPI')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(main(page).getByRole('region', { name: 'What happened' })).toContainText(
    '₹2,499.00 refunded by UPI, reference UPI 4711',
  )
  await expect(main(page)).toContainText('1 refunded')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|loading route module/] })

  test('a refund that did not arrive keeps the dialog and what was typed', async ({ page, context }) => {
    const { id, path } = await orderOf(page, ...shipped)
    expect((await page.request.post(`/api/order/${id}/cash-received`)).status()).toBe(200)
    await open(page, path)
    await button(page, 'Refund').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('UPI 1')
    await context.setOffline(true)
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(OFFLINE)
    await expect(dialog.getByRole('textbox')).toHaveValue('UPI 1')
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect(main(page)).toContainText('Paid (cash), refunded.')
  })
})

test.describe('two people at one order', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('the later one is told what it is now and by whom, and sees it', async ({ page }) => {
    const { id, number, path } = await orderOf(page)
    await open(page, path)
    await move(page, id, 'Confirmed')
    await button(page, /Cancel order/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await expect(alertOf(page, `Order ${number} is Confirmed now, changed by seller@haat.example on `)).toContainText(
      'Nothing was changed just now',
    )
    await expect(main(page).getByRole('region', { name: 'What happened' })).toContainText('Confirmed')
    await expect(button(page, /Mark as packed/)).toBeVisible()
    await lookAt(page)
  })
})

test.describe('before JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('cash is marked and taken back, and an order returned, by plain forms', async ({ page }) => {
    const { path } = await orderOf(page, ...shipped)
    await page.goto(path)
    await button(page, /Mark cash received/).click()
    await expect(main(page)).toContainText('You can undo this for 24 hours.')
    await button(page, 'Cash received').click()
    await expect(main(page)).toContainText('Paid (cash).')
    await button(page, /Undo cash received/).click()
    await button(page, 'Undo cash received').click()
    await expect(main(page)).toContainText('Pending, collect ₹4,998.00 in cash.')
    await button(page, /Mark as returned/).click()
    await main(page).getByRole('radio', { name: 'Lost or damaged: written off' }).check()
    await button(page, 'Mark as returned').click()
    await expect(main(page)).toContainText('Returned, goods written off')
  })
})

test('an order of many lines shows a few in lists, and all of them on one press', async ({ page }) => {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { products } = await (await page.request.get('/api/product/list?limit=12&inStock=1')).json()
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const items = products.map(({ _id }: { _id: string }) => ({ product: _id, quantity: 1 }))
  const placed = await page.request.post('/api/order/cod', { data: { items, address: addresses[0]._id } })
  expect(placed.status(), await placed.text()).toBe(200)
  await open(page, '/my-orders')
  const order = page.getByRole('article')
  await expect(order.getByRole('heading', { level: 2 })).toHaveCount(5)
  await lookAt(page)
  await order.getByRole('link', { name: /^Show all 12/ }).click()
  await expect(order.getByRole('heading', { level: 2 })).toHaveCount(12)
  await expect(order.getByRole('link', { name: /^Show all/ })).toHaveCount(0)

  await asSeller(page)
  const { orders } = await (await page.request.get('/api/order/user?limit=1')).json()
  await open(page, `/seller/orders?q=%23${orders[0].number}`)
  await page.getByRole('link', { name: /^7 more/ }).click()
  await expect(heading(page, `Order #${orders[0].number}`)).toBeVisible()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(13)
})

test('an address abroad stays in the book, says that we do not ship there, and cannot be chosen', async ({ page }) => {
  const person = await logIn(page)
  const abroad = {
    ...{ firstName: 'Maya', lastName: 'Gurung', email: person.email, street: '5 Thamel Marg', zipcode: '44600' },
    ...{ city: 'Kathmandu', state: 'Bagmati', country: 'Nepal', phone: '+977 1 4200000' },
  }
  expect((await page.request.post('/api/address/add', { data: abroad })).status()).toBe(200)
  const { _id } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
  await open(page, '/cart')
  const choices = page.getByRole('group', { name: 'Choose an address' })
  await expect(choices.getByRole('radio', { name: /Maya Gurung/ })).toBeDisabled()
  await expect(choices).toContainText('We do not ship to Nepal yet.')
  await lookAt(page)
  await main(page).getByRole('button', { name: 'Place order' }).filter({ visible: true }).first().click()
  await expect(toast(page, 'Please select an address').first()).toBeVisible()
  await saveAddress(page, person)
  await page.reload()
  await hydrated(page)
  await expect(choices.getByRole('radio', { checked: true })).toHaveAccessibleName(/Ananya Rao/)
  await open(page, '/account')
  await expect(main(page)).toContainText('We do not ship to Nepal yet.')
})
