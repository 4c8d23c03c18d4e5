import type { Page } from '@playwright/test'
import { asSeller } from './seller.ts'
import {
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

const PHOTO = 'catalogue/carpet-jute-round-1.jpg'
const main = (page: Page) => page.getByRole('main')
const lookAt = async (page: Page) => {
  await expectAccessible(page)
  await expectToFit(page)
}

async function send(page: Page, path: string, data?: object) {
  const answer = await page.request.post(path, data ? { data } : {})
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Two jars of ₹2,450 each, and a spice that cannot be returned, delivered and paid in cash. This browser is shopper and seller. */
async function deliveredOrder(page: Page) {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { _id } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const { products } = await (await page.request.get('/api/product/list?category=Food-Spices&limit=1')).json()
  const items = [
    { product: _id, quantity: 2 },
    { product: products[0]._id, quantity: 1 },
  ]
  const { orderId } = await send(page, '/api/order/cod', { items, address: addresses[0]._id })
  await asSeller(page)
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered'])
    await send(page, `/api/order/${orderId}/status`, { status })
  await send(page, `/api/order/${orderId}/cash-received`)
  const { order } = await (await page.request.get(`/api/order/user/${orderId}`)).json()
  return { id: String(orderId), number: Number(order.number), food: String(products[0].name) }
}

test('a jar is returned with a photo, and its money goes back by UPI', async ({ page }) => {
  const { id, number, food } = await deliveredOrder(page)
  await open(page, '/my-orders')
  const link = main(page).getByRole('link', { name: `Return or exchange (order #${number})` })
  expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await lookAt(page)
  await link.click()

  await expect(page.getByRole('heading', { level: 1, name: 'Return or exchange' })).toBeVisible()
  const form = main(page).getByRole('form', { name: 'Return or exchange' })
  await expect(form.getByText(`${food} cannot be returned, except if it came damaged.`)).toBeVisible()
  await lookAt(page)
  await form.getByRole('button', { name: 'Send the return request' }).click()
  await expect(form.getByText('Choose what to return')).toBeVisible()
  const pieces = form.getByRole('spinbutton', { name: 'How many, of 2 : Jaipur Blue Lidded Jar' })
  await expect(pieces).toBeFocused()
  await pieces.fill('3')
  await form.getByRole('textbox', { name: 'Why?' }).fill('The lid is chipped')
  await form.getByRole('button', { name: 'Send the return request' }).click()
  await expect(form.getByText('At most 2 can be returned')).toBeVisible()
  await expect(pieces).toBeFocused()
  await pieces.fill('1')
  await form.getByRole('textbox', { name: 'Where should the money go?' }).fill('asha@upi')
  // What is typed is there again after a reload.
  await page.reload()
  await expect(pieces).toHaveValue('1')
  await expect(form.getByRole('textbox', { name: 'Why?' })).toHaveValue('The lid is chipped')
  await form.getByLabel('Photos', { exact: true }).setInputFiles(PHOTO)
  await expect(form.getByRole('img', { name: 'Chosen, 1 of 1' })).toBeVisible()
  await lookAt(page)
  await form.getByRole('button', { name: 'Send the return request' }).click()
  await expect(toast(page, 'We have your return, and write to you soon')).toBeVisible()
  const mine = main(page).getByRole('article')
  await expect(mine).toContainText('The lid is chipped')
  await expect(mine).toContainText('Please refund to: asha@upi')
  await expect(mine.getByRole('button', { name: 'Withdraw it' })).toBeVisible()
  await expect(main(page).getByRole('heading', { name: 'What you asked for' })).toBeFocused()
  await expect
    .poll(() => mine.getByRole('img').evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(100)
  await lookAt(page)

  await open(page, `/seller/orders/${id}`)
  await main(page).getByRole('link', { name: 'Open tasks' }).click()
  const row = main(page).getByRole('listitem', { name: `Return of order #${number}` })
  await expect(row.getByRole('img', { name: 'What came, 1 of 1' })).toBeVisible()
  const person = row.getByRole('list', { name: 'The shopper' })
  await expect(person.getByRole('link')).toHaveCount(2)
  await expect(row).toContainText('with tax.')
  await lookAt(page)
  const search = main(page).getByRole('searchbox', { name: 'Search returns' })
  await search.fill('nobody has this name')
  await expect(main(page).getByText('No returns here')).toBeVisible()
  await search.fill(`#${number}`)
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Decline' }).click()
  await expect(row.getByText('Write why: the shopper reads it')).toBeVisible()
  await row.getByRole('textbox', { name: 'What the shopper reads' }).fill('Send it to 12 Fort Road, Jaipur')
  await row.getByRole('button', { name: 'Accept' }).focus()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'The return is accepted')).toBeVisible()
  await row.getByRole('button', { name: 'Arrived in good order: into stock' }).click()
  await expect(toast(page, 'The pieces are back in stock')).toBeVisible()
  await expect(row).toContainText('to send, with its share of the tax.')
  await lookAt(page)
  await row.getByRole('textbox', { name: 'Reference of the transfer' }).fill(`UPI ${number}`)
  await row.getByRole('button', { name: 'Note the refund' }).click()
  await expect(toast(page, 'The return is done')).toBeVisible()
  await expect(row).toContainText('was refunded by UPI.')

  await open(page, '/my-orders')
  await expect(main(page).getByText('Done', { exact: true })).toBeVisible()
  await expect(main(page)).toContainText('refunded')
})

test('what cannot be returned says so on its page and in the cart', async ({ page }) => {
  const { products } = await (await page.request.get('/api/product/list?category=Food-Spices&limit=1')).json()
  const words = 'Cannot be returned, except if it comes damaged'
  await open(page, `/products/food-spices/${products[0]._id}`)
  await expect(main(page).getByText(words)).toBeVisible()
  await main(page)
    .getByRole('button', { name: /Add to Cart|Buy now/ })
    .locator('visible=true')
    .first()
    .click()
  await open(page, '/cart')
  await expect(main(page).getByText(words)).toBeVisible()
})
