import { openFilters } from './filters.ts'
import { expect, expectAccessible, findProduct, open, test } from './shop-test.ts'

const THROW = 'Block-Printed Cotton Throw'
const PICKLE = 'Sun-Cured Mango Pickle'

test('a list is narrowed by what products state, each count is true, and each choice can be taken off', async ({
  page,
  isMobile,
}) => {
  await open(page, '/products')
  const filters = await openFilters(page, isMobile)
  const indigo = filters.getByRole('checkbox', { name: /^Indigo/ })
  const count = Number(
    await filters
      .locator('label')
      .filter({ hasText: /^Indigo/ })
      .locator('span')
      .innerText(),
  )
  await indigo.check()
  await expect(page).toHaveURL(/fact=colour\.indigo/)
  const chip = page.getByRole('link', { name: 'Remove filter: Indigo', includeHidden: true })
  await expect(chip).toHaveCount(1)
  await expect(page.getByText(`${count} products`, { exact: true }).first()).toBeAttached()
  await filters.getByRole('checkbox', { name: /^Cotton/ }).check()
  await expect(page).toHaveURL(/fact=material\.cotton/)
  await expect(filters.getByRole('checkbox', { name: /^Indigo/ })).toBeChecked()
  await expectAccessible(page)
  if (isMobile) await page.getByRole('button', { name: /^Show \d+ product/ }).click()
  await expect(page.getByRole('link', { name: THROW })).toBeVisible()
  await chip.click()
  await expect(page).not.toHaveURL(/colour/)
  await page.goBack()
  await expect(page).toHaveURL(/colour\.indigo/)
})

test('a search keeps what is chosen, and an unknown choice in the address is no failure', async ({ page }) => {
  await open(page, '/products?fact=material.cotton&fact=colour.nonsense')
  await expect(page.getByRole('link', { name: THROW })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Turned Sheesham Bowl' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('ticks and a button narrow the list', async ({ page, isMobile }) => {
    await page.goto(isMobile ? '/products#filter-column' : '/products')
    const filters = page.getByRole('complementary', { name: 'Filters' })
    await filters.getByRole('checkbox', { name: /^Cotton/ }).check()
    await filters.getByRole('checkbox', { name: /^Indigo/ }).check()
    await filters.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/fact=material\.cotton&fact=colour\.indigo/)
    await expect(page.getByRole('link', { name: THROW })).toBeVisible()
  })
})

test('a product shows its facts as tables, care with signs, and tells them to search engines', async ({ page }) => {
  const { _id } = await findProduct(page, THROW)
  await open(page, `/products/textiles-and-clothing/${_id}`)
  const facts = page.locator('section', { has: page.getByRole('heading', { name: 'Facts', exact: true }) })
  await expect(facts).toContainText(/Material\s*Cotton 100%/)
  await expect(facts).toContainText('140 cm wide, 200 cm long')
  await expect(facts.getByRole('listitem').filter({ hasText: 'Hand wash cold' }).locator('svg')).toHaveCount(1)
  const inScale = page.getByRole('img', { name: '140 × 200 cm, beside a doorway of 90 × 200 cm' })
  await expect(inScale).toBeVisible()
  await expect(page.getByRole('figure').filter({ has: inScale })).toContainText('140 × 200 cm')
  const told = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(told.join()).toContain('"material":"Cotton"')
  await expectAccessible(page)
})

test('food shows its mark, its MRP, what 100 g cost, what is in it, and until when it is good', async ({ page }) => {
  const { _id } = await findProduct(page, PICKLE)
  await open(page, `/products/food-spices/${_id}`)
  await expect(page.getByRole('img', { name: 'Vegetarian', exact: true })).toBeVisible()
  await expect(page.getByText('MRP ₹350.00, all taxes included. ₹72.50 per 100 g')).toBeVisible()
  for (const told of ['Wheat, mustard', '12423008000417', 'October 2027', '262 kcal'])
    await expect(page.getByText(told, { exact: true })).toBeVisible()
  await expectAccessible(page)
})
