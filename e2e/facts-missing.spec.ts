import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

const shop = ownShop({ FACTS_REQUIRED: '1' })
// What is refused stands in the console, too.
test.use({ expectedErrors: [/status of 400/] })

const name = 'Warli Village, unfinished'

test('the office sees what a product lacks, and cannot put it on sale before it states that', async ({ page }) => {
  const { request } = page.context()
  await shop.asSeller(request)
  const facts = { technique: ['warli'], length: 30, width: 40, colour: ['white'], handmade: 'by-hand' }
  const product = { name, category: 'Modern-Paintings', price: 2600, offerPrice: 2400, draft: true, facts }
  await shop.addProduct(request, product)

  await open(page, `${shop.origin}/seller/facts`)
  const products = page.getByRole('list', { name: 'Products without their facts' })
  await expect(products.getByRole('listitem').filter({ hasText: name })).toContainText('Missing: Material, Place made')
  await expectAccessible(page, 'any')
  await expectToFit(page)
  await page.getByRole('searchbox', { name: 'Search these products' }).fill('no such thing')
  await expect(page.getByText('No product called ‘no such thing’ lacks facts')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search these products' }).fill('warli village')
  await products.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(
    page.getByText(`${name} cannot be on sale: its category asks for Material, Place made`).first(),
  ).toBeVisible()
  await expect(page.getByText('What is on sale in this category must state it')).toHaveCount(2)
  await expectAccessible(page)
  await page.getByLabel('Place made').fill('Dahanu, Maharashtra')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await expect(page.getByText(`${name} is saved as a draft`)).toBeVisible()
})
