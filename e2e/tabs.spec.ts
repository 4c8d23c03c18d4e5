import { cartLink, expect, findProduct, logIn, newPerson, open, test } from './shop-test.ts'

test('a login and a logout in one tab reach the others: cart, account menu and personal pages', async ({
  page,
  context,
}) => {
  const person = newPerson()
  await open(page, '/products')
  const orders = await context.newPage()
  await logIn(page, person)
  const { _id } = await findProduct(page, 'Wild Forest Honey')
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 2 } } })
  await open(orders, '/my-orders')
  // The tab that was open before is told by the one that knows.
  await expect(cartLink(page, 2)).toBeVisible()
  await expect(orders.getByText('No orders yet')).toBeVisible()

  const elsewhere = await context.newPage()
  await open(elsewhere, '/')
  const logout = elsewhere.getByRole('button', { name: 'Logout' }).filter({ visible: true })
  await expect(async () => {
    if (!(await logout.isVisible())) await elsewhere.getByRole('button', { name: 'Account menu for Ananya' }).click()
    await logout.click({ timeout: 3000 })
  }).toPass()

  for (const tab of [elsewhere, page, orders]) {
    await expect(cartLink(tab, 0).first()).toBeAttached()
    await expect(tab.getByRole('button', { name: 'Account menu for Ananya' })).toHaveCount(0)
  }
  await expect(orders.getByText('No orders yet')).toHaveCount(0)
  await expect(orders.getByRole('dialog')).toBeVisible()
})
