import { asSeller, heading } from './seller.ts'
import { expect, expectAccessible, expectToFit, findProduct, open, test } from './shop-test.ts'

test('a program is told of what happens: its secret is shown once, its messages say what came back, it is removed', async ({
  page,
}) => {
  const address = `https://receiver-${Date.now()}.invalid/haat`
  await asSeller(page)
  await open(page, '/seller/connections')
  await page.getByRole('link', { name: 'Who is told of what' }).click()
  await expect(heading(page, 'Webhooks')).toBeFocused()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const make = page.getByRole('region', { name: 'Tell a program' })
  const submit = make.getByRole('button', { name: 'Tell this program' })
  await submit.click()
  await expect(make).toContainText('Enter an address that begins with https://')
  await make.getByLabel('Address of the program').fill(address)
  await make.getByLabel('A product changed').check()
  await submit.click()
  await expect(make.getByLabel('The secret')).toHaveValue(/^whsec_/)
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: address }) })
  // One that no other journey buys.
  const { _id: id } = await findProduct(page, 'Temple Bell 2')
  for (const inStock of [false, true]) await page.request.post('/api/product/stock', { data: { id, inStock } })
  await row.getByRole('link', { name: 'Messages' }).click()
  await expect(heading(page, 'Messages')).toBeFocused()
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText('No connection', { timeout: 500 })
  }).toPass()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await row.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a program is told, and removed after a question', async ({ page }) => {
    const address = `https://plain-${Date.now()}.invalid/`
    await asSeller(page)
    await page.goto('/seller/webhooks')
    await page.getByLabel('Address of the program').fill(address)
    await page.getByLabel('An order was placed').check()
    await page.getByRole('button', { name: 'Tell this program' }).click()
    await expect(page.getByLabel('The secret')).toHaveValue(/^whsec_/)
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: address }) })
    await row.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('heading', { name: address })).toHaveCount(0)
  })
})
