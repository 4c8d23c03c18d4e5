import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { openFilters } from './filters.ts'
import { seller } from './seller.ts'
import { cartLink, expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

// Somebody wants a blue cotton bedcover for a double bed under ₹3,000. There is one, among the demo's 42 and three that do not fit.

const bedcover = (name: string, price: number, description: string, colour: string, width: number, length: number) => ({
  ...{ name, category: 'Textiles-and-clothing', price, offerPrice: price, description: [description] },
  facts: { material: [{ what: 'cotton', percent: 100 }], colour: [colour], width, length },
})
const fitting = bedcover('Neel Jaal Bedcover', 2890, 'For a double bed', 'indigo', 220, 240)
const others = [
  bedcover('Madder Jaal Bedcover', 2490, 'For a double bed', 'madder', 220, 240),
  bedcover('Neel Buta Bedcover', 1890, 'For a single bed', 'indigo', 150, 220),
  bedcover('Neel Kantha Bedcover', 4590, 'For a double bed', 'blue', 220, 240),
]

let origin = ''
test.beforeAll(async ({ playwright }) => {
  const shop = await startProcess({ DEMO: 'catalogue' })
  await until(shop, () => isReady(shop))
  origin = shop.origin
  const request = await playwright.request.newContext({ extraHTTPHeaders: { origin } })
  await request.post(`${origin}/api/seller/login`, { data: seller })
  // What fits is the oldest: no list has it first by chance.
  for (const product of [fitting, ...others]) {
    const multipart = { productData: JSON.stringify(product) }
    const answer = await request.post(`${origin}/api/product/add`, { multipart })
    expect(answer.status(), await answer.text()).toBe(201)
  }
  await request.dispose()
})
test.afterAll(undoAll)

test('one search and one press bring it into the cart', async ({ page }) => {
  await open(page, origin)
  const search = page.getByRole('search').filter({ visible: true }).locator('input')
  await search.pressSequentially('a blue cotton bedcover for a double bed under 3000')
  await search.press('Enter')
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards.first().getByRole('heading')).toHaveText(fitting.name)
  await expect(cards.first()).toContainText('220 × 240 cm')
  await expectAccessible(page, 'any')
  await expectToFit(page)
  await cards.first().getByRole('button', { name: /^Add/ }).click()
  await expect(cartLink(page, 1)).toBeVisible()
})

test('a word and ticks bring it into the cart in five acts', async ({ page, isMobile }) => {
  // 1: the word. 2 and 3: the ticks, on a phone in a sheet that is opened and closed. 4 or 5: the press.
  await open(page, `${origin}/products?q=double+bedcover&max=3000`)
  const filters = await openFilters(page, isMobile)
  await filters.getByRole('checkbox', { name: /^Indigo/ }).check()
  await expect(page).toHaveURL(/fact=colour\.indigo/)
  if (isMobile) await page.getByRole('button', { name: /^Show 1 product/ }).click()
  const cards = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })
  await expect(cards).toHaveCount(1)
  await cards.getByRole('link', { name: fitting.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(fitting.name)
  await expect(page.getByText('220 cm wide, 240 cm long')).toBeVisible()
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).filter({ visible: true }).first().click()
  await expect(cartLink(page, 1)).toBeVisible()
})
