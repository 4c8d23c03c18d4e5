import type { Page } from '@playwright/test'
import { asSeller, heading } from './seller.ts'
import { expect, expectAccessible, expectToFit, findProduct, logIn, open, saveAddress, test } from './shop-test.ts'

const PACKED = ['Confirmed', 'Packed']

/** Cash orders of ₹2,549 with tax, of somebody new, packed; this browser is the seller then. */
async function packedOrders(page: Page, count: number) {
  const person = await logIn(page)
  await saveAddress(page, person)
  const { _id } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const ids: string[] = []
  for (let quantity = 1; quantity <= count; quantity += 1) {
    const data = { items: [{ product: _id, quantity }], address: addresses[0]._id }
    const placed = await page.request.post('/api/order/cod', { data })
    expect(placed.status(), await placed.text()).toBe(200)
    ids.push((await placed.json()).orderId)
  }
  await asSeller(page)
  for (const to of PACKED) await move(page, ids, to)
  return Promise.all(
    ids.map(async (id) => {
      const { order } = await (await page.request.get(`/api/order/seller/${id}`)).json()
      return { id, code: String(order.parcels[0].code), cash: Number(order.parcels[0].cash) }
    }),
  )
}

async function move(page: Page, orders: string[], to: string) {
  const moved = await page.request.post('/api/parcel/move', { data: { orders, to } })
  expect(moved.status(), await moved.text()).toBe(200)
}

const main = (page: Page) => page.getByRole('main')

async function choose(page: Page, name: string, lines: readonly string[]) {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) }
  await page.getByLabel('CSV or Excel file').setInputFiles(file)
}

const figure = (page: Page, name: string) =>
  main(page).locator('dl > div').filter({ hasText: name }).locator('dd').first()

test('the courier’s files take parcels from packed to paid', async ({ page }, testInfo) => {
  const [one, two] = await packedOrders(page, 2)
  if (!one || !two) throw new Error('two orders are needed')
  const number = (at: number) => `E2E${one.code}X${at}`
  await open(page, '/seller/courier-file')
  await expect(heading(page, 'Courier’s file')).toBeVisible()
  await expectAccessible(page)

  // Columns are chosen once, over the first lines, by keyboard as well.
  const strange = [
    `Unser Zeichen ${testInfo.project.name};Paket`,
    `${one.code};${number(1)}`,
    `${two.code};${number(2)}`,
    `H1-9;${number(3)}`,
  ]
  await choose(page, 'numbers.csv', strange)
  await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeDisabled()
  await page.getByLabel('Column A').selectOption('Parcel or order number')
  await page.getByLabel('Column B').selectOption('Tracking number')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Check the file' }).press('Enter')
  await expect(heading(page, 'Check before booking')).toBeFocused()
  await expect(figure(page, 'Matched')).toHaveText('2')
  await expect(figure(page, 'Unknown')).toHaveText('1')
  await expect(page.getByRole('row').filter({ hasText: 'H1-9' })).toContainText('Left out. Ask the courier.')
  await expectAccessible(page)

  // Changed, checked again, and left as they were.
  await page.getByRole('button', { name: 'Change' }).click()
  await expect(page.getByLabel('Column A')).toHaveValue('parcel')
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Book 2 lines' }).click()
  await expect(heading(page, 'Booked')).toBeVisible()
  await expect(main(page).getByRole('status').filter({ hasText: 'This file was booked on' })).toContainText('2 lines')

  await open(page, '/seller/courier-file?kind=outcome')
  await choose(page, 'status.csv', [
    `AWB,Status ${testInfo.project.name}`,
    `${number(1)},Delivered`,
    `${number(2)},DLVD`,
  ])
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('button', { name: 'Book 2 lines' }).click()
  await expect(heading(page, 'Booked')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/seller/courier-file?kind=cash')
  const cash = [
    `AWB,Amount ${testInfo.project.name}`,
    `${number(1)},${one.cash}`,
    `${number(2)},"Rs. ${two.cash - 100}"`,
    `${number(1)},${one.cash}`,
  ]
  await choose(page, 'cash.csv', cash)
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(figure(page, 'Short')).toHaveText('1')
  await expect(figure(page, 'Twice')).toHaveText('1')
  await expect(page.getByText('₹100.00 stays expected and goes to Problems.')).toBeVisible()
  await expect(page.getByText('Left out. Line 2 books it.')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByRole('button', { name: 'Book 2 lines' }).click()
  await expect(heading(page, 'Booked')).toBeVisible()

  // By another name: nothing is booked, and it says so. Its columns are known.
  await open(page, '/seller/courier-file?kind=cash')
  await expect(page.getByRole('link', { name: 'cash.csv' }).first()).toBeVisible()
  await expectToFit(page)
  await choose(page, 'renamed.csv', cash)
  await expect(heading(page, 'Booked')).toBeFocused()
  await expect(main(page)).toContainText('This file was booked on')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('a check that fails stays on the page with its reason', async ({ page, context }, testInfo) => {
    await asSeller(page)
    await open(page, '/seller/courier-file?kind=cash')
    await choose(page, 'cash.csv', [`AWB,Amount offline ${testInfo.project.name}`, 'NOTHING-OF-OURS,5'])
    await expect(page.getByRole('heading', { name: 'Which column is what?' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(main(page).getByRole('alert').first()).toContainText(
      'The upload failed. Check the network and try again',
    )
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Check the file' }).click()
    await expect(page.getByText('There is nothing to book in this file.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Book 0 lines' })).toBeDisabled()
  })
})
