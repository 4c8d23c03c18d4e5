import { seller } from './seller.ts'
import { expect, expectAccessible, expectToFit, findProduct, logIn, open, saveAddress, test } from './shop-test.ts'

const vase = 'Dip-Glazed Stoneware Vase'
const title = 'Where your rupee goes'

test('a price is taken apart from the product to the order', async ({ page, request }) => {
  const { _id, url } = await findProduct(page, vase)
  await request.post('/api/seller/login', { data: seller })
  const productData = JSON.stringify({ makerPrice: 820, costs: 240 })
  const saved = await request.patch(`/api/product/${_id}`, { multipart: { productData } })
  expect(saved.status(), await saved.text()).toBe(200)

  await open(page, url)
  const part = page.getByRole('region', { name: title })
  await expect(part).toContainText('₹1,270.50 of these ₹1,590.00 go to Matti Pottery Collective.')
  await expect(part.getByRole('img')).toHaveAccessibleName(
    'Maker’s price ₹820.00; Maker’s part of the profit ₹450.50; Packing and courier ₹240.00; Community ₹26.50; Haat ₹53.00',
  )
  await expect(part).toContainText('85% of what is left')
  await expect(part).toContainText('Sample figures of the demo')
  await expectAccessible(page)
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectToFit(page)
  }

  const person = await logIn(page)
  await saveAddress(page, person)
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
  for (const { width, isOpen } of [
    { width: 390, isOpen: false },
    { width: 960, isOpen: true },
  ]) {
    await page.setViewportSize({ width, height: 900 })
    await open(page, '/cart')
    const details = page.getByRole('group').filter({ hasText: title })
    await expect(page.getByText(title)).toBeVisible()
    await expect(page.getByText('₹1,270.50 of ₹1,590.00 go to the maker.')).toBeVisible({ visible: isOpen })
    if (!isOpen) await page.getByText(title).click()
    await expect(details.getByRole('img')).toHaveAccessibleName(/; Haat ₹53\.00; Tax \(2%\) ₹31\.80$/)
    await expect(details).toContainText('Total₹1,621.80')
    await expectAccessible(page)
    await expectToFit(page)
  }

  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const body = { items: [{ product: _id, quantity: 1 }], address: addresses[0]._id }
  const { orderId } = await (await page.request.post('/api/order/cod', { data: body })).json()
  await open(page, `/my-orders?placed=${orderId}`)
  await expect(page.getByRole('region', { name: title })).toContainText(
    '₹1,270.50 of ₹1,590.00 go to Matti Pottery Collective.',
  )
  await page.getByRole('article').getByText(title).click()
  await expectAccessible(page)
  await open(page, `/my-orders/${orderId}/invoice`)
  await expect(page.getByRole('region', { name: title })).toContainText('Total₹1,621.80')
  await expectAccessible(page)
})
