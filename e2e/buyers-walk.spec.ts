import type { Page } from '@playwright/test'
import { openFilters } from './filters.ts'
import { ownShop } from './own-shop.ts'
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

const MOST_ACTS = 5

const shop = ownShop()
test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  await shop.asSeller(request)
  // What fits is the oldest: no list has it first by chance.
  for (const product of [fitting, ...others]) await shop.addProduct(request, product)
  await request.dispose()
})

/** Begins at home; the function it gives counts what the buyer does. */
async function buyer(page: Page) {
  await open(page, shop.origin)
  let acts = 0
  const act = async (does: Promise<unknown>) => {
    acts += 1
    await does
  }
  const hasIt = async () => {
    await expect(cartLink(page, 1)).toBeVisible()
    expect(acts).toBeLessThanOrEqual(MOST_ACTS)
  }
  return { act, hasIt }
}
const searchFor = async (page: Page, words: string) => {
  const field = page.getByRole('search').filter({ visible: true }).locator('input')
  await field.pressSequentially(words)
  await field.press('Enter')
}
const cardsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') })

test('one search and one press bring it into the cart', async ({ page }) => {
  const { act, hasIt } = await buyer(page)
  await act(searchFor(page, 'a blue cotton bedcover for a double bed under 3000'))
  const card = cardsOf(page).first()
  await expect(card.getByRole('heading')).toHaveText(fitting.name)
  await expect(card).toContainText('220 × 240 cm')
  await expectAccessible(page, 'any')
  await expectToFit(page)
  await act(card.getByRole('button', { name: /^Add/ }).click())
  await hasIt()
})

test('words and a tick bring it into the cart', async ({ page, isMobile }) => {
  const { act, hasIt } = await buyer(page)
  await act(searchFor(page, 'double bedcover under 3000'))
  await expect(cardsOf(page)).toHaveCount(2)
  // On a phone the filters are opened and closed.
  const opening = openFilters(page, isMobile)
  if (isMobile) await act(opening)
  const filters = await opening
  await act(filters.getByRole('checkbox', { name: /^Indigo/ }).check())
  await expect(page).toHaveURL(/fact=colour\.indigo/)
  if (isMobile) await act(page.getByRole('button', { name: /^Show 1 product/ }).click())
  await expect(cardsOf(page)).toHaveCount(1)
  await expect(cardsOf(page)).toContainText('220 × 240 cm')
  await act(cardsOf(page).getByRole('button', { name: /^Add/ }).click())
  await hasIt()
})
