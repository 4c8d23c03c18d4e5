import type { Page } from '@playwright/test'
import { approvedProducer } from './applications.ts'
import { asSeller } from './seller.ts'
import { expect, expectAccessible, newPerson, open, test, toast } from './shop-test.ts'

/** A product of a producer, through the API. */
async function addedVase(page: Page, more: object = {}) {
  const { name: maker, path } = await approvedProducer(page.request)
  const name = `Vase ${newPerson().email.replace(/\D/g, '')}`
  const producer = path.replace('/producers/', '')
  const prices = { category: 'Pottery-Ceramics', price: 1890, offerPrice: 1590 }
  const productData = JSON.stringify({ name, producer, ...prices, ...more })
  const added = await page.request.post('/api/product/add', { multipart: { productData } })
  expect(added.status(), await added.text()).toBe(201)
  return { name, maker, id: String((await added.json()).product._id) }
}

test('the seller states a maker’s price, sees who gets what, and shoppers see it too', async ({ page }) => {
  await asSeller(page)
  const { name, maker, id } = await addedVase(page)
  await open(page, `/seller/product-list/${id}`)
  const split = page.getByRole('region', { name: /^Where the/ })
  await expect(split).toContainText('The maker’s price is not stated yet. The page says so')
  await expect(page.getByText(`Agreed with ${maker}`)).toBeVisible()

  await page.getByRole('textbox', { name: 'Maker’s price' }).fill('820')
  await page.getByRole('textbox', { name: 'Costs' }).fill('240')
  await expect(split.getByRole('heading')).toHaveText('Where the ₹1,590.00 go')
  await expect(split).toContainText('₹1,270.50 to the maker, 80% of the price.')
  await expect(split).toContainText('85%, 5% and 10% of the profit of ₹530.00.')
  await expect(split.getByRole('status')).toHaveText('₹1,270.50 to the maker')
  await expectAccessible(page)

  await page.getByRole('textbox', { name: 'Maker’s price' }).fill('1,200')
  await page.getByRole('textbox', { name: 'Costs' }).fill('450')
  await expect(split).toContainText('This price leaves no profit. ₹1,650.00 go out, ₹1,590.00 come in.')
  await expect(split).toContainText(
    'Raise the offer price to ₹1,650.01 or more, or lower the costs. You can save it as it is.',
  )
  await page.getByRole('textbox', { name: 'Maker’s price' }).fill('820')
  await page.getByRole('textbox', { name: 'Costs' }).fill('240')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, `${name} is saved`)).toBeVisible()

  await open(page, `/products/Pottery-Ceramics/${id}`)
  await expect(page.getByRole('main')).toContainText('₹1,270.50 of these ₹1,590.00 go to')
})

test('prices of ticked products are changed by a percentage, after a look', async ({ page }) => {
  await asSeller(page)
  const { name, id } = await addedVase(page, { makerPrice: 820 })
  await open(page, `/seller/product-list?q=${encodeURIComponent(name)}`)
  await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByText('Change prices').click()
  await page.getByLabel('What to change').selectOption('Maker’s price')
  await page.getByLabel('By how many percent').fill('ten')
  await page.getByRole('button', { name: 'Look at it first' }).click()
  await expect(page.getByText('Enter a whole number from −90 to 500, but not 0')).toBeVisible()
  await page.getByLabel('By how many percent').fill('−10')
  await page.getByLabel('By how many percent').press('Enter')
  await expect(page.getByText(`${name}: maker’s price from ₹820.00 to ₹738.00`)).toBeVisible()
  await expectAccessible(page)
  const makerPrice = async () => (await (await page.request.get(`/api/product/seller/${id}`)).json()).product.makerPrice
  expect(await makerPrice()).toBe(820)
  await page.getByRole('button', { name: 'Change 1 product' }).click()
  await expect.poll(makerPrice).toBe(738)
})

test('percentages of a day to come are entered, and removed again', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller/percentages')
  await expectAccessible(page)
  await page.getByLabel('From').fill('2090-01-01')
  await page.getByLabel('Maker (%)').fill('80')
  await page.getByLabel('Community (%)').fill('10')
  await page.getByLabel('Shop (%)').fill('9')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('The three parts must make 100 together. They make 99')).toBeVisible()
  await page.getByLabel('Shop (%)').fill('10')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const row = page.getByRole('row', { name: /1 January 2090/ })
  await expect(row).toContainText('80%')
  await row.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})
