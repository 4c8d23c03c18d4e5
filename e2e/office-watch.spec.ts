import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, expectToFit, test } from './shop-test.ts'

const shop = ownShop()

test('the office sees who did what, finds it, and opens what was done at once', async ({ page, request }) => {
  await shop.asSeller(page.request)
  await shop.asSeller(request)
  const ids: string[] = []
  for (const name of ['Neem Comb', 'Neem Spoon', 'Sal Leaf Plate'])
    ids.push(await shop.addProduct(request, { name, category: 'Wood-Furniture', price: 200, offerPrice: 150 }))
  const { origin } = shop
  const archived = await request.post(`${origin}/api/product/bulk`, {
    data: { products: ids, to: 'archive' },
    headers: { origin },
  })
  expect(archived.status(), await archived.text()).toBe(200)

  await page.goto(`${origin}/seller/activity`)
  const main = page.getByRole('main')
  await expect(main.getByText('and 2 more')).toBeVisible()
  await expectAccessible(page, 'any')
  await expectToFit(page)
  await main.getByRole('link', { name: 'and 2 more' }).click()
  await expect(main.getByRole('listitem').filter({ hasText: 'Neem Spoon' })).toBeVisible()
  await main.getByRole('link', { name: 'Show everything' }).click()
  await main.getByRole('searchbox', { name: 'Search the activity' }).fill('sal leaf')
  await expect(page).toHaveURL(/q=sal/)
  await expect(main.getByText('Neem Comb')).toHaveCount(0)
  await main.getByRole('searchbox', { name: 'Search the activity' }).fill('nobody did this')
  await expect(main.getByText('Nothing was done that fits')).toBeVisible()
})

test('the office sees how the shop is, and has a test mail sent by keyboard', async ({ page }) => {
  await shop.asSeller(page.request)
  await page.goto(`${shop.origin}/seller/health`)
  const main = page.getByRole('main')
  for (const part of ['Mail', 'Backup', 'Disk', 'Ledger', 'Activity', 'Jobs', 'Certificate'])
    await expect(main.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expectAccessible(page, 'any')
  await expectToFit(page)
  await main.getByRole('button', { name: 'Send a test mail to you' }).press('Enter')
  await expect(main.getByText('was written as a file')).toBeVisible()
})
