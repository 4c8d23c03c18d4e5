import { areas, asSeller, sidebar } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

test('every page of the area is accessible and holds its width', async ({ page }) => {
  test.slow()
  await asSeller(page)
  await open(page, '/seller')
  const names = await sidebar(page).getByRole('link').allTextContents()
  const wanted = [
    'Add Product',
    'Product List',
    'Orders',
    'Producer Applications',
    'Approved Producers',
    'Rejected Producers',
  ]
  for (const name of wanted) expect(names.some((text) => text.startsWith(name))).toBe(true)
  for (const path of ['/seller', ...areas.map((area) => `/seller/${area}`)]) {
    await open(page, path)
    // The form for a producer is reached from the list of them.
    if (path !== '/seller/producers/new')
      await expect(sidebar(page).locator('a[aria-current=page]')).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await expectToFit(page)
  }
})

test('Feeds says which products a platform would refuse, and why, and leads to each', async ({ page }) => {
  await asSeller(page)
  // The newest stands first.
  const name = `Unpictured Bell ${Date.now()}`
  const productData = JSON.stringify({ name, category: 'Statues-Sculptures', price: 900, offerPrice: 800 })
  expect((await page.request.post('/api/product/add', { multipart: { productData } })).status()).toBe(201)
  await open(page, '/seller/feeds')
  const refused = page.getByRole('list', { name: 'Products that would be refused' })
  const bell = refused.getByRole('listitem').filter({ hasText: name })
  await expect(bell).toContainText('It has no picture')
  const feed = await page.request.get(
    (await page.getByRole('link', { name: /google\.xml$/ }).getAttribute('href')) ?? '',
  )
  expect(await feed.text()).toContain('<g:title>Dip-Glazed Stoneware Vase</g:title>')
  expect(await feed.text()).not.toContain(name)
  await bell.getByRole('link').click()
  await expect(page.getByLabel('Product name')).toHaveValue(name)
})
