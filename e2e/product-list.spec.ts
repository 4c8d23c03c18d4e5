import type { Page } from '@playwright/test'
import { asSeller, heading } from './seller.ts'
import { expect, expectAccessible, expectToFit, newPerson, open, test, toast } from './shop-test.ts'

const ownName = () => `Sieve ${newPerson().email.replace(/\D/g, '')}`

/** Products of its own, through the API. */
async function addProducts(page: Page, count: number, more: object = {}) {
  const name = ownName()
  for (let at = 1; at <= count; at += 1) {
    const data = { name: `${name} ${at}`, category: 'Wood-Furniture', price: 200, offerPrice: 100 + at, ...more }
    const added = await page.request.post('/api/product/add', { multipart: { productData: JSON.stringify(data) } })
    expect(added.status(), await added.text()).toBe(201)
  }
  return name
}
const list = (name: string, more = '') => `/seller/product-list?q=${encodeURIComponent(name)}${more}`
const bar = (page: Page) => page.getByRole('region', { name: 'Selected products' })
const rows = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: /^Select / })

/** How many of this very name visitors find: a search without a hit answers with what is nearest. */
async function inShop(page: Page, name: string) {
  const { products } = await (await page.request.get('/api/product/list', { params: { q: name } })).json()
  return products.filter((one: { name: string }) => one.name === name).length
}

test('a draft is saved, found among the drafts, published and duplicated', async ({ page }) => {
  const name = ownName()
  await asSeller(page)
  await open(page, '/seller')
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('100')
  await page.getByLabel('Offer price').fill('90')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText(`${name} is saved as a draft.`)).toBeVisible()
  expect(await inShop(page, name)).toBe(0)
  await open(page, list(name))
  await page.getByRole('link', { name: 'Drafts 1' }).click()
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(page.getByText('nobody but you sees it until you publish it')).toBeVisible()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByLabel('Weight').fill('1 kg')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(toast(page, `${name} is saved as a draft`)).toBeVisible()
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page, `${name} is published`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
  expect(await inShop(page, name)).toBe(1)

  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByLabel('Product name')).toHaveValue(`${name} (copy)`)
  await expect(page.getByRole('button', { name: 'Publish' })).toBeVisible()

  await open(page, `/seller/activity?q=${encodeURIComponent(`${name} published`)}`)
  const act = page.getByRole('listitem').filter({ hasText: `${name} published` })
  await expect(act).toContainText(/Status: from draft .*in the shop/)
  await act.getByRole('link', { name: `${name} published`, exact: true }).click()
  await expect(page.getByLabel('Product name')).toHaveValue(name)
})

test('all that fit are selected, switched and archived; the list is sorted in the address', async ({ page }) => {
  await asSeller(page)
  const name = await addProducts(page, 27)
  await open(page, list(name))
  await page.getByLabel('Order').selectOption('Lowest price first')
  await expect(page).toHaveURL(/sort=price-asc/)
  await expect(rows(page).first()).toHaveAccessibleName(`Select ${name} 1`)
  await expect(bar(page).getByRole('button', { name: 'Archive' })).toBeDisabled()
  await bar(page).getByLabel('This page').check()
  await expect(bar(page)).toContainText('25 selected')
  await expectAccessible(page)
  await expectToFit(page)
  await bar(page).getByRole('button', { name: 'Select all 27' }).click()
  await expect(bar(page)).toContainText('27 selected')
  await bar(page).getByRole('button', { name: 'Out of stock' }).click()
  await expect(toast(page, '27 products are out of stock')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Out of stock 27' })).toBeVisible()
  await expect(bar(page)).toContainText('None selected')

  // With the keyboard.
  await rows(page).first().focus()
  await page.keyboard.press('Space')
  await expect(bar(page)).toContainText('1 selected')
  await bar(page).getByRole('button', { name: 'Archive' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Archive 1 product?' })
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Archive' }).press('Enter')
  await expect(toast(page, `${name} 1 is archived`)).toBeVisible()
  await page.getByRole('link', { name: 'Archived 1' }).click()
  await expect(rows(page)).toHaveCount(1)
  await rows(page).check()
  await bar(page).getByRole('button', { name: 'Bring back' }).click()
  await expect(toast(page, `${name} 1 is back in the shop`)).toBeVisible()
  await expect(page.getByText('No product called')).toBeVisible()
  await page.getByRole('link', { name: 'All 27' }).click()
  await expect(rows(page)).toHaveCount(25)
  await expect(bar(page)).toContainText('None selected')
})

test('what cannot be done stays selected, with its reason', async ({ page }) => {
  await asSeller(page)
  const name = await addProducts(page, 2, { stock: 0 })
  await open(page, list(name, '&view=low&sort=stock'))
  await bar(page).getByLabel('This page').check()
  await bar(page).getByRole('button', { name: 'In stock', exact: true }).click()
  const told = bar(page).getByRole('alert')
  await expect(told).toContainText('0 of 2 products are in stock. Not done, and still selected:')
  await expect(told.getByRole('listitem')).toHaveText(
    [2, 1].map((at) => `${name} ${at} has 0 left. Enter the new stock count to sell it again`),
  )
  await expect(bar(page)).toContainText('2 selected')
  await expectAccessible(page)
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load/] })

  test('the ticks stay, and it is tried again', async ({ page }) => {
    await asSeller(page)
    const name = await addProducts(page, 1)
    await open(page, list(name))
    await rows(page).check()
    await page.route('**/seller/product-list.data**', (route) => route.abort())
    await bar(page).getByRole('button', { name: 'Out of stock' }).click()
    await expect(bar(page).getByRole('alert')).toContainText('Not saved.')
    await expect(rows(page)).toBeChecked()
    await page.unroute('**/seller/product-list.data**')
    await bar(page).getByRole('button', { name: 'Try again' }).click()
    await expect(toast(page, `${name} 1 is out of stock`)).toBeVisible()
  })
})

test.describe('before JavaScript has loaded', () => {
  test.use({ javaScriptEnabled: false })

  test('ticked products are archived', async ({ page }) => {
    await asSeller(page)
    const name = await addProducts(page, 2)
    await page.goto(list(name))
    await rows(page).first().check()
    await bar(page).getByRole('button', { name: 'Archive' }).click()
    await expect(heading(page, 'Product List')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Archived 1' })).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
  })
})
