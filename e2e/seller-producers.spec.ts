import { approvedProducer } from './applications.ts'
import { asSeller, heading } from './seller.ts'
import { expect, expectAccessible, expectToFit, open, test, toast } from './shop-test.ts'

test('an approved producer is edited, suspended with their products, and taken back', async ({ page, request }) => {
  test.slow()
  const producer = await approvedProducer(request)
  const id = producer.path.split('/').at(-1) ?? ''
  await asSeller(page)
  const productData = { name: `Shawl ${id}`, category: 'Wood-Furniture', price: 200, offerPrice: 150, producer: id }
  const added = await page.request.post('/api/product/add', { multipart: { productData: JSON.stringify(productData) } })
  const { product } = await added.json()
  const url = `/products/wood-furniture/${product._id}`

  await open(page, `/seller/approved-producers?id=${id}`)
  await page.getByRole('link', { name: 'Edit or suspend' }).click()
  await expect(heading(page, 'Edit Producer')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(producer.name)
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByLabel('Country').fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('link', { name: 'Enter your country' })).toBeVisible()
  await page.getByLabel('Country').fill('Bhutan')
  await page.getByLabel('Name', { exact: true }).fill(`${producer.name} anew`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, `${producer.name} anew is saved`)).toBeVisible()
  await page.getByRole('link', { name: 'View in the shop' }).click()
  await expect(heading(page, `${producer.name} anew`)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Bhutan')
  await page.goBack()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend producer' }).click()
  await expect(page.getByRole('main')).toContainText('This producer is suspended')
  expect((await page.request.get(producer.path)).status()).toBe(404)
  expect((await page.request.get(url)).status()).toBe(404)
  await open(page, `/seller/product-list/${product._id}`)
  await expect(page.getByRole('main')).toContainText('its producer is suspended')
  await expect(page.getByRole('combobox', { name: 'Producer' })).toHaveValue(`${producer.name} anew`)

  await open(page, `/seller/producers/${id}`)
  await page.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  expect((await page.request.get(producer.path)).status()).toBe(200)
  expect((await page.request.get(url)).status()).toBe(200)

  const tabs = page.getByRole('navigation', { name: 'Of this producer' })
  await expect(tabs.getByRole('link', { name: 'Record' })).toHaveAttribute('aria-current', 'page')
  await tabs.getByRole('link', { name: 'Activity' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${producer.name} anew taken back`)
})

test('a sample producer is marked as the demo’s, and edited without an email address', async ({ page }) => {
  await asSeller(page)
  await open(page, '/seller/approved-producers?q=charkha&id=charkha-weavers-cooperative')
  const panel = page.getByRole('article', { name: "Charkha Weavers' Cooperative" })
  await expect(panel).toContainText('Demo')
  await expect(panel).not.toContainText('Email')
  await expect(page.getByRole('listitem').filter({ hasText: "Charkha Weavers' Cooperative" })).toContainText('Demo')
  await expectAccessible(page)
  await panel.getByRole('link', { name: 'Edit or suspend' }).click()
  await expect(page.getByRole('main')).toContainText('This is a sample producer of the demo')
  await expect(page.getByLabel('Email')).toHaveCount(0)
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByLabel('Years in business').fill('19')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, "Charkha Weavers' Cooperative is saved")).toBeVisible()
  await open(page, '/producers/charkha-weavers-cooperative')
  await expect(page.getByRole('main')).toContainText('19 years in business')
})

test.describe('before JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a producer is edited by a plain form', async ({ page, request }) => {
    const producer = await approvedProducer(request)
    const path = `/seller${producer.path}`
    await asSeller(page)
    await page.goto(path)
    await page.getByLabel('Location (town or village)').fill('Shillong')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByLabel('Location (town or village)')).toHaveValue('Shillong')
    await page.goto(producer.path)
    await expect(page.getByRole('main')).toContainText('Shillong')
  })
})

test.describe('when a list of producers cannot be loaded', () => {
  test.use({ expectedErrors: [/.*/] })

  test('the page says so, and the console why', async ({ page }) => {
    const errors: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text())
    })
    await asSeller(page)
    await open(page, '/seller/product-list')
    await page.route('**/seller/approved-producers.data*', (route) => route.abort())
    await page.getByRole('navigation', { name: 'Seller' }).getByRole('link', { name: 'Approved Producers' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Could not load producers. Try again.')
    const saysWhy = (text: string) =>
      /Failed to fetch|TypeError|Error/.test(text) && !text.startsWith('Failed to load resource')
    // The console tells it a moment after the page.
    await expect.poll(() => errors.some(saysWhy)).toBe(true)
  })
})
