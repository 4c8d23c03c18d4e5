import { asSeller, heading, sidebar } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test } from './shop-test.ts'

test('a key is made, shown once, used by a program, and ended after a question', async ({ page, request }) => {
  const name = `Accounting ${Date.now()}`
  await asSeller(page)
  await open(page, '/seller/overview')
  await sidebar(page).getByRole('link', { name: 'Connections' }).click()
  await expect(heading(page, 'Connections')).toBeFocused()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const make = page.getByRole('region', { name: 'Make a key' })
  await make.getByRole('button', { name: 'Make the key' }).click()
  await expect(make).toContainText('Enter a name for the key')
  await make.getByLabel('Name').fill(name)
  await make.getByLabel('Orders').check()
  await expect(make.getByLabel('Team')).toHaveCount(0)
  await make.getByRole('button', { name: 'Make the key' }).click()
  const shown = make.getByLabel('The key')
  await expect(shown).toHaveValue(/^hk_/)
  await expect(make.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expectToFit(page)
  await expectAccessible(page, 'any')

  const headers = { authorization: `Bearer ${await shown.inputValue()}` }
  const ask = async () => (await request.get('/api/order/seller?limit=1', { headers })).status()
  expect(await ask()).toBe(200)
  await page.reload()
  await expect(shown).toHaveCount(0)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(row).toContainText('Last used')
  await row.getByRole('button', { name: 'End the key' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('An ended key cannot come back')
  await page.keyboard.press('Escape')
  await expect(row.getByRole('button', { name: 'End the key' })).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'End the key' }).click()
  await expect(row).toHaveCount(0)
  expect(await ask()).toBe(401)
})
