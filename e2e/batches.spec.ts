import type { Page } from '@playwright/test'
import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, expectToFit, test } from './shop-test.ts'

test.describe.configure({ mode: 'default' })

const shop = ownShop()

const DAY_MS = 24 * 60 * 60 * 1000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const written = (day: string) =>
  new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

const batch = (page: Page, number: string) => page.getByRole('group', { name: `Batch ${number}`, exact: true })

async function typeBatch(page: Page, place: number, [number, pieces, packed, best]: [string, string, string, string]) {
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel('Packed on') })
    .nth(place)
  await row.getByLabel('Number').fill(number)
  await row.getByLabel('Pieces').fill(pieces)
  await row.getByLabel('Packed on').fill(packed)
  await row.getByLabel('Best before').fill(best)
}

for (const width of [390, 1440])
  test(`batches are typed by keyboard, judged beside their fields and shown to shoppers at ${width}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await shop.asSeller(page.request)
    const name = `Mango Pickle ${width}`
    const product = { name, category: 'Food-Spices', price: 290, offerPrice: 290, stock: 4 }
    const id = await shop.addProduct(page.request, product)
    await page.goto(`${shop.origin}/seller/product-list/${id}`)
    const add = page.getByRole('button', { name: 'Add a batch' })
    await expect(page.getByLabel('Stock count')).toHaveValue('4')
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
    await add.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Number', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Stock count')).toHaveCount(0)
    await page.keyboard.type('MP-1')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const first = batch(page, 'MP-1')
    await expect(first.getByLabel('Pieces')).toBeFocused()
    await expect(first.getByLabel('Pieces')).toHaveAccessibleDescription('Enter the pieces as a whole number')
    await expect(first.getByLabel('Best before')).toHaveAccessibleDescription('Enter a day')
    await expectAccessible(page)
    await expectToFit(page)
    await typeBatch(page, 0, ['MP-1', '12', dayIn(-30), dayIn(300)])
    await add.click()
    await typeBatch(page, 1, ['MP-0', '3', dayIn(-200), dayIn(-2)])
    await expect(batch(page, 'MP-0')).toContainText('Past its date: 3 pieces are not sold.')
    await expect(page.getByText('Stock count: 12')).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(`${name} is saved`).first()).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${shop.origin}/products/food-spices/${id}`)
    await expect(page.getByText(`Best before ${written(dayIn(300))}`)).toBeVisible()
    await expect(page.getByText('Food travels in a parcel of its own.')).toBeVisible()
    await expect(page.getByText('batch MP-1', { exact: false }).first()).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${shop.origin}/seller/product-list?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name: `12 in batches of ${name}` }).click()
    await expect(page).toHaveURL(new RegExp(id))

    // Nothing but the batch goes: what is left is counted as before.
    await page.goto(`${shop.origin}/seller/product-list/${id}`)
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeEnabled()
    await page.getByRole('button', { name: 'Take away batch MP-0' }).press('Enter')
    await expect(add).toBeFocused()
    await page.getByRole('button', { name: 'Take away batch MP-1' }).press('Enter')
    await expect(page.getByLabel('Stock count')).toHaveValue('12')
  })
