import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Download, Locator, Page } from '@playwright/test'
import { asSeller, heading } from './seller.ts'
import {
  address,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  hydrated,
  logIn,
  newPerson,
  open,
  test,
} from './shop-test.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const selection = (page: Page) => page.getByRole('region', { name: 'Selection' })
const rows = (page: Page) => main(page).getByRole('checkbox', { name: /^Select order/ })
const report = (page: Page) => main(page).getByRole('status').filter({ hasText: /\d/ })

let people = 0
/** Orders that are placed at the same time. */
const AT_ONCE = 10
/** So many cash orders of two pieces each by somebody with a name of their own, which finds them; this browser is the seller then. */
async function ordersOf(page: Page, count: number) {
  const person = newPerson()
  people += 1
  const name = `Desk${process.pid}x${Date.now()}x${people}`
  await logIn(page, person)
  const added = await page.request.post('/api/address/add', {
    data: { ...address, lastName: name, email: person.email },
  })
  expect(added.status(), await added.text()).toBe(200)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const jar = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const other = await findProduct(page, 'Temple Bell 7')
  const data = {
    items: [
      { product: jar._id, quantity: 2 },
      { product: other._id, quantity: 1 },
    ],
    address: addresses[0]._id,
  }
  const orders: string[] = []
  while (orders.length < count) {
    const part = Math.min(AT_ONCE, count - orders.length)
    orders.push(...(await Promise.all(Array.from({ length: part }, () => place(page, data)))))
  }
  await asSeller(page)
  return { name, orders, data }
}

/** The same again is another order by its key. */
async function place(page: Page, data: object) {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const placed = await page.request.post('/api/order/cod', { data, headers })
  expect(placed.status(), await placed.text()).toBe(200)
  const { orderId } = await placed.json()
  return String(orderId)
}

const moveAll = async (request: APIRequestContext, orders: string[], ...steps: string[]) => {
  for (const to of steps) {
    const moved = await request.post('/api/parcel/move', { data: { orders, to } })
    expect(moved.status(), await moved.text()).toBe(200)
  }
}

interface SellersOrder {
  status: string
  parcels: { code: string }[]
}
/** All that a search finds, 300 at most. */
async function ordersBy(request: APIRequestContext, q: string) {
  const found: SellersOrder[] = []
  for (let page = 1; page <= 3; page += 1) {
    const { orders } = await (await request.get('/api/order/seller', { params: { q, page, limit: 100 } })).json()
    found.push(...orders)
  }
  return found
}
const statusesOf = async (request: APIRequestContext, q: string) => [
  ...new Set((await ordersBy(request, q)).map(({ status }) => status)),
]

/** How many pages the PDF has that was downloaded. */
async function countPages(download: Download) {
  const pdf = await readFile(await download.path())
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

test('300 fresh orders reach Delivered in few actions', async ({ page }) => {
  const { name } = await ordersOf(page, 300)
  await open(page, `/seller/orders?tab=confirm&q=${name}`)
  let actions = 0
  const press = async (control: Locator) => {
    actions += 1
    await control.click()
  }
  const isDone = (words: string) => expect(report(page)).toContainText(words, { timeout: 60_000 })

  await press(button(page, 'Select all 300'))
  await expect(selection(page)).toContainText('300 orders')
  await press(selection(page).getByRole('button', { name: 'Confirm' }))
  await isDone('All 300 are confirmed')
  await press(button(page, 'To pack: go on with these 300 orders'))
  await expect(selection(page)).toContainText('300 orders')

  const printed = page.waitForEvent('download')
  await press(selection(page).getByRole('link', { name: 'Print slips and labels' }))
  expect(await countPages(await printed)).toBeGreaterThanOrEqual(600)
  await press(selection(page).getByRole('button', { name: 'Mark packed' }))
  await isDone('All 300 are packed')

  /** Chooses a courier's file and books it; it is asked which column is what, as this heading is new. */
  const book = async (fileName: string, lines: readonly string[]) => {
    actions += 1
    const file = { name: fileName, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await page.getByLabel('CSV or Excel file').setInputFiles(file)
    await press(button(page, 'Check the file'))
    await press(button(page, 'Book 300 lines'))
    await expect(heading(page, 'Booked')).toBeVisible({ timeout: 60_000 })
  }
  const codes = (await ordersBy(page.request, name)).flatMap(({ parcels }) => parcels.map(({ code }) => code))
  const awb = (code: string) => `AWB${code}`
  await press(main(page).getByRole('link', { name: 'Book a courier’s file' }))
  await book('numbers.csv', [`Parcel,AWB ${name}`, ...codes.map((code) => `${code},${awb(code)}`)])
  expect(await statusesOf(page.request, name)).toEqual(['Shipped'])
  await press(main(page).getByRole('link', { name: 'Couriers’ files' }))
  await press(main(page).getByRole('link', { name: 'Delivered and refused' }))
  await expect(main(page)).toContainText('whether it was delivered, refused or lost')
  await book('delivered.csv', [`AWB,Status ${name}`, ...codes.map((code) => `${awb(code)},Delivered`)])
  expect(await statusesOf(page.request, name)).toEqual(['Delivered'])
  expect(actions).toBeLessThanOrEqual(16)
})

test('orders are ticked, opened and confirmed by keys alone', async ({ page }) => {
  const { name } = await ordersOf(page, 3)
  await open(page, `/seller/orders?tab=confirm&q=${name}`)
  await expect(async () => {
    await page.keyboard.press('k')
    await expect(main(page).locator('tr:focus')).toHaveCount(1, { timeout: 200 })
  }).toPass()
  await page.keyboard.press('x')
  await expect(rows(page).nth(0)).toBeChecked()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await expect(selection(page)).toContainText('2 orders')
  await page.keyboard.press('o')
  await expect(button(page, /^Close order/)).toHaveAttribute('aria-expanded', 'true')
  // Letters that are typed are no keys.
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused()
  await page.keyboard.press('c')
  await page.keyboard.press('Backspace')
  await expect(selection(page)).toContainText('2 orders')
  await button(page, 'Clear').focus()
  await page.keyboard.press('c')
  await expect(report(page)).toContainText('All 2 are confirmed')
  await expect(rows(page)).toHaveCount(1)
  await expectAccessible(page)
  await button(page, 'Close').press('Enter')
  await expect(report(page)).toHaveCount(0)
})

test('what somebody else was faster with is told line by line, and stays', async ({ page }) => {
  const { name, orders } = await ordersOf(page, 3)
  await open(page, `/seller/orders?tab=confirm&q=${name}`)
  const { order } = await (await page.request.get(`/api/order/seller/${orders[1]}`)).json()
  await page.request.post(`/api/order/${orders[1]}/status`, { data: { status: 'Cancelled' } })
  await button(page, 'Select all 3 orders').click()
  await selection(page).getByRole('button', { name: 'Confirm' }).click()
  await expect(report(page)).toContainText('2 of 3 are confirmed.')
  await expect(report(page)).toContainText(`Order ${order.number} is Cancelled now, changed by seller@haat.example on`)
  await expectAccessible(page)
  await expectToFit(page)
})

test.describe('without a connection or a session', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 40[13]/] })

  test('what was ticked stays, with the reason, and is sent again with one press', async ({
    page,
    context,
    request,
  }) => {
    const { name } = await ordersOf(page, 2)
    await open(page, `/seller/orders?tab=confirm&q=${name}`)
    await page.evaluate(() => document.body.setAttribute('data-marked', ''))
    await button(page, 'Select all 2 orders').click()
    await context.setOffline(true)
    await selection(page).getByRole('button', { name: 'Confirm' }).click()
    const failed = main(page).getByRole('alert').filter({ hasText: 'Not saved. You seem to be offline' })
    await expect(failed).toBeVisible()
    await context.setOffline(false)

    const session = (await context.cookies()).find((cookie) => cookie.name === 'haat-seller')
    await request.post('/api/seller/logout', { headers: { cookie: `haat-seller=${session?.value}` } })
    await failed.getByRole('button', { name: 'Try again' }).click()
    const ended = main(page).getByRole('alert').filter({ hasText: 'Not saved. Your session has ended.' })
    await expect(ended.getByRole('link', { name: 'Log in in a new tab, then try again' })).toBeVisible()
    await expect(heading(page, 'Orders')).toBeVisible()
    await expect(selection(page)).toContainText('2 orders')
    await expectAccessible(page)

    await asSeller(page)
    await ended.getByRole('button', { name: 'Try again' }).click()
    await expect(report(page)).toContainText('All 2 are confirmed')
    // The document is the same: nothing was loaded again.
    await expect(page.locator('body[data-marked]')).toHaveCount(1)
  })
})

test('parcels open under their order: courier and number, steps, and what came back', async ({ page }) => {
  const { name, orders } = await ordersOf(page, 1)
  await moveAll(page.request, orders, 'Confirmed')
  await open(page, `/seller/orders?tab=pack&q=${name}`)
  await button(page, /^Open order/).click()
  const parcel = main(page).getByRole('region', { name: /^Parcel H\d+-1$/ })
  await expect(parcel).toContainText('2 × Jaipur Blue Lidded Jar')
  await expect(parcel).toContainText('The shop sends it.')
  await parcel.getByLabel('Courier').fill('speed post')
  await parcel.getByLabel('Tracking number').fill(`EX ${Date.now()} ${process.pid} IN`)
  await parcel.getByRole('button', { name: /^Save/ }).click()
  await expect(parcel.getByLabel('Courier')).toHaveValue('Speed Post')
  await expect(parcel.getByRole('link', { name: 'At the courier' })).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await parcel.getByRole('button', { name: /^Mark packed/ }).click()
  await expect(main(page)).toContainText('Nothing fits under To pack')
  await main(page).getByRole('link', { name: '1 under To ship' }).click()

  await moveAll(page.request, orders, 'Shipped', 'Refused')
  await open(page, `/seller/orders?tab=problems&q=${name}`)
  await expect(main(page)).toContainText('Refused')
  await rows(page).first().check()
  await selection(page).getByRole('button', { name: 'Came back in good order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Came back in good order' }).click()
  await expect(report(page)).toContainText('is returned')
  expect(await statusesOf(page.request, name)).toEqual(['Returned'])
})

test('filters stand in the address, and the CSV takes them', async ({ page }) => {
  const { name } = await ordersOf(page, 1)
  await open(page, '/seller/orders')
  await expect(page.getByRole('link', { name: /^To confirm/ })).toHaveAttribute('aria-current', 'page')
  const search = button(page, 'Search')
  if (await search.isVisible()) await search.click()
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(`+91 ${address.phone} ${name}`)
  await expect(page).toHaveURL(new RegExp(`q=.*${name}`))
  await expect(rows(page)).toHaveCount(1)
  const filters = button(page, 'Filters')
  if (await filters.isVisible()) await filters.click()
  await main(page).getByText('All dates').first().click()
  await main(page).getByRole('link', { name: 'Yesterday' }).click()
  await expect(main(page)).toContainText('No orders match these filters')
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=/)
  await main(page).locator('summary').click()
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Today' }).click()
  await expect(rows(page)).toHaveCount(1)
  const csv = main(page).getByRole('link', { name: 'CSV of this one' })
  await expect(csv).toHaveAttribute('href', new RegExp(`q=.*${name}.*from=`))
  await expectToFit(page)
})

test('new orders are told of without a reload', async ({ page }) => {
  const { data } = await ordersOf(page, 1)
  await page.clock.install()
  await open(page, '/seller/orders?tab=pack')
  const orderId = await place(page, data)
  await page.clock.fastForward(21_000)
  await main(page)
    .getByRole('link', { name: /^Show (it|them)$/ })
    .click()
  await hydrated(page)
  await expect(main(page).locator(`[data-order="${orderId}"]`)).toBeVisible()
})
