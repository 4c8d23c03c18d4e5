import type { Page } from '@playwright/test'
import { formatDay } from '#shared/day.ts'
import { DAY_MS } from '#shared/time.ts'
import { applicationsOf, approvedProducer, newApplication } from './applications.ts'
import { asSeller, heading, seller } from './seller.ts'
import { expect, expectAccessible, hydrated, newPerson, open, test, toast } from './shop-test.ts'

const photos = ['pottery-stoneware-vase-1', 'pottery-celadon-tea-set-1'].map((name) => `catalogue/${name}.jpg`)
const newName = () => `Carved Spoon ${newPerson().email.replace(/\D/g, '')}`

/** A product of its own, through the API. */
async function addedProduct(page: Page, more: object = {}) {
  const name = newName()
  const productData = JSON.stringify({ name, category: 'Wood-Furniture', price: 200, offerPrice: 150, ...more })
  const added = await page.request.post('/api/product/add', { multipart: { productData } })
  expect(added.status(), await added.text()).toBe(201)
  const { product } = await added.json()
  return { name, id: String(product._id), path: `/seller/product-list/${product._id}` }
}
const stored = async (page: Page, id: string) =>
  (await (await page.request.get(`/api/product/seller/${id}`)).json()).product

/** Reading a picture waits until `readPictures` lets it go on. */
async function holdPictures(page: Page) {
  await page.addInitScript(() => {
    const read = window.createImageBitmap.bind(window)
    const let_go = new Promise<void>((resolve) => window.addEventListener('read-pictures', () => resolve()))
    window.createImageBitmap = async (...given: unknown[]) => {
      await let_go
      return Reflect.apply(read, window, given)
    }
  })
}
const readPictures = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('read-pictures')))

test('Add waits for pictures that are still being read, and gives none to the next product', async ({ page }) => {
  const name = newName()
  await asSeller(page)
  await holdPictures(page)
  await open(page, '/seller')
  await page.getByLabel('Choose a file').setInputFiles(photos)
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Price', { exact: true }).fill('100')
  await page.getByLabel('Offer price').fill('90')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByRole('button', { name: 'Uploading 0%' })).toHaveAttribute('aria-busy', 'true')
  await readPictures(page)
  await expect(page.getByText(`${name} is on sale.`)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Product images, in order' }).getByRole('img')).toHaveCount(0)
  const found = await page.request.get('/api/product/list', { params: { q: name } })
  expect((await found.json()).products).toMatchObject([{ name, image: [{}, {}].map(() => expect.any(String)) }])
})

test('a form that is cleared ends the reading of its pictures', async ({ page }) => {
  await asSeller(page)
  const { path } = await addedProduct(page)
  await holdPictures(page)
  for (const [address, clear] of [
    ['/seller', 'Clear form'],
    [path, 'Undo'],
  ] as const) {
    await open(page, address)
    await page.getByLabel('Choose a file').setInputFiles(photos.slice(0, 1))
    await page.getByRole('button', { name: clear }).click()
    await readPictures(page)
    await page.getByLabel('Choose a file').setInputFiles(photos.slice(1))
    await expect(page.getByRole('list', { name: 'Product images, in order' }).getByRole('img')).toHaveCount(1)
  }
})

test.describe('more pictures than go along with a product', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load/] })

  test('are put in order with the keyboard alone, follow one by one, and one that does not arrive is sent again', async ({
    page,
  }) => {
    await asSeller(page)
    const name = `Vase ${newPerson().email.replace(/\D/g, '')}`
    await open(page, '/seller')
    await page.getByLabel('Choose a file').setInputFiles([...photos, ...photos, ...photos])
    const images = page.getByRole('list', { name: 'Product images, in order' })
    await expect(images.getByRole('img')).toHaveCount(6)
    for (let at = 1; at <= 6; at += 1)
      await page.getByRole('textbox', { name: `What image ${at} shows` }).fill(`Picture ${at}`)
    await page.getByRole('button', { name: 'Move image 6 earlier' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Move image 5 earlier' })).toBeFocused()
    await expect(page.getByText('Image moved to place 5 of 6.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(page.getByText('Image moved to place 4 of 6.')).toBeAttached()

    await page.getByLabel('Product name').fill(name)
    await page.getByLabel('Price', { exact: true }).fill('100')
    await page.getByLabel('Offer price').fill('90')
    await page.route('**/api/product/*/picture', (route) => route.abort())
    await page.getByRole('button', { name: 'Add product' }).click()
    const told = page.getByRole('main').getByRole('alert')
    await expect(told.getByText(`${name} is saved, but 2 images did not arrive.`)).toBeVisible()
    await expect(images.getByText('Did not arrive')).toHaveCount(2)
    await expect(images.locator('img[src^="/media/product-"]')).toHaveCount(4)
    await expectAccessible(page)

    await page.unroute('**/api/product/*/picture')
    await page.getByRole('button', { name: 'Move image 6 earlier' }).press('Enter')
    await told.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(`${name} is on sale.`)).toBeVisible()
    await expect(page.getByLabel('Product name')).toHaveValue('')
    const found = await (await page.request.get('/api/product/list', { params: { q: name } })).json()
    const textsNow = found.products[0].images.map(({ alt }: { alt: string }) => alt)
    expect(textsNow).toEqual([1, 2, 3, 6, 5, 4].map((at) => `Picture ${at}`))

    // An edit takes the others to places between those that went along.
    await open(page, `/seller/product-list/${found.products[0]._id}`)
    for (const last of [6, 5, 4, 3, 2]) await page.getByRole('button', { name: `Remove image ${last}` }).click()
    await page.getByLabel('Choose a file').setInputFiles([...photos, ...photos, ...photos].slice(0, 5))
    await expect(images.getByRole('img')).toHaveCount(6)
    for (const from of [1, 2, 3, 4, 5]) await page.getByRole('button', { name: `Move image ${from} later` }).click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `${name} is saved`)).toBeVisible()
    const edited = await (await page.request.get(`/api/product/${found.products[0]._id}`)).json()
    expect(edited.product.images.map(({ alt }: { alt: string }) => alt)).toEqual([
      ...[1, 2, 3, 4, 5].map(() => name),
      'Picture 1',
    ])
  })
})

test('an offer that shoppers do not see, since its price was raised, says from when they see it', async ({ page }) => {
  await asSeller(page)
  const { name, path } = await addedProduct(page)
  await open(page, path)
  const preview = page.getByRole('complementary', { name: 'How shoppers see it' })
  await expect(page.getByText('Shoppers pay ₹150 and see 25% off.')).toBeVisible()
  await expect(preview).toContainText('25% off')
  await page.getByLabel('Price', { exact: true }).fill('300')
  await expect(
    page.getByText('Shoppers pay ₹150. 50% off is shown 30 days after you save, since you raise the price.'),
  ).toBeVisible()
  await expect(preview).not.toContainText('% off')
  await page.getByRole('button', { name: 'Save changes' }).click()

  const told = `50% off is shown from ${formatDay(new Date(Date.now() + 30 * DAY_MS))}: the price was raised on ${formatDay(new Date())}`
  await expect(page.getByText(`Shoppers pay ₹150. ${told}.`)).toBeVisible()
  await expect(preview).not.toContainText('% off')
  await open(page, `/seller/product-list?${new URLSearchParams({ q: name })}`)
  await expect(page.getByRole('row', { name })).toContainText(told)
  await open(page, path)
  await expect(page.getByText(`Shoppers pay ₹150. ${told}.`)).toBeVisible()
})

test.describe('beside somebody else', () => {
  test.use({ expectedErrors: [/status of 409/] })

  test('the second of two who edit one product sees what the first changed, and saves again', async ({ page }) => {
    await asSeller(page)
    const { id, path } = await addedProduct(page, { weight: '1 kg' })
    await open(page, path)
    await page.getByLabel('Offer price').fill('120')
    await page.getByLabel('Description').fill('Neem wood')
    const first = { name: 'Carved Ladle', price: 300, offerPrice: 250 }
    const saved = await page.request.patch(`/api/product/${id}`, { multipart: { productData: JSON.stringify(first) } })
    expect(saved.status(), await saved.text()).toBe(200)

    await page.getByRole('button', { name: 'Save changes' }).click()
    const told = page.getByRole('alert').filter({ hasText: 'saved this product' })
    await expect(told).toBeFocused()
    await expect(told).toContainText(seller.email)
    const changes = told.getByRole('list', { name: 'What they changed' }).getByRole('listitem')
    await expect(changes).toHaveText([
      /Product name\s*Now Carved Ladle/,
      /Price\s*Now 300/,
      /Offer price\s*Theirs: 250\s*Yours: 120\s*Use theirs/,
    ])
    await expect(page.getByLabel('Product name')).toHaveValue('Carved Ladle')
    await expect(page.getByLabel('Price', { exact: true })).toHaveValue('300')
    await expect(page.getByLabel('Offer price')).toHaveValue('120')
    await expect(page.getByLabel('Description')).toHaveValue('Neem wood')
    expect(await stored(page, id)).toMatchObject({ offerPrice: 250, description: [] })
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Use theirs for Offer price' }).click()
    await expect(page.getByLabel('Offer price')).toHaveValue('250')
    await page.getByLabel('Weight').fill('900 g')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, 'Carved Ladle is saved')).toBeVisible()
    await expect(told).toHaveCount(0)
    expect(await stored(page, id)).toMatchObject({
      ...first,
      description: ['Neem wood'],
      weight: '900 g',
    })
    // A third save of the same person is nobody's surprise.
    await page.getByLabel('Weight').fill('1 kg')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect.poll(async () => (await stored(page, id)).weight).toBe('1 kg')
  })
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_FAILED|Failed to load/] })

  test('what was typed stays, and is saved when it is back', async ({ page }) => {
    await asSeller(page)
    const { name, id, path } = await addedProduct(page)
    await open(page, path)
    await page.getByLabel('Offer price').fill('120')
    await page.route('**/api/product/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('nothing was saved')
    await expect(page.getByLabel('Offer price')).toHaveValue('120')
    await page.unroute('**/api/product/**')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(toast(page, `${name} is saved`)).toBeVisible()
    expect(await stored(page, id)).toMatchObject({ offerPrice: 120 })
  })
})

test('a producer is found by name or place among all of them, with the keyboard alone', async ({ page, request }) => {
  test.slow()
  const linked = await approvedProducer(request, { ...newApplication(), location: 'Ziro Valley' })
  // More than one page of the search, and all of them newer than the linked one.
  const others = Array.from({ length: 60 }, () => ({ ...newApplication(), location: 'Kutch' }))
  for (const data of others) await request.post('/api/producer/submit', { data })
  await asSeller(page)
  for (const { email } of others) {
    const [found] = await applicationsOf(page.request, email)
    await page.request.patch(`/api/producer/status/${found?._id}`, { data: { status: 'approved' } })
  }
  const producer = linked.path.split('/').at(-1) ?? ''
  const { id, path, name } = await addedProduct(page, { producer })
  await open(page, path)
  const field = page.getByRole('combobox', { name: 'Producer' })
  await expect(field).toHaveValue(linked.name)

  await field.fill('kutch')
  const options = page.getByRole('listbox', { name: 'Producers' }).getByRole('option')
  await expect(options).toHaveCount(50)
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => options.count()).toBeGreaterThanOrEqual(60)
  await field.press('ArrowDown')
  await field.press('ArrowDown')
  const active = options.nth(1)
  await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
  await field.press('Escape')
  await expect(field).toHaveValue(linked.name)

  const wanted = others[7]?.name ?? ''
  await field.fill(wanted)
  await expect(options).toHaveCount(1)
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue(wanted)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, `${name} is saved`)).toBeVisible()
  expect((await stored(page, id)).producer).not.toBe(producer)
  await page.reload()
  await hydrated(page)
  await expect(field).toHaveValue(wanted)
  await field.fill('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await stored(page, id)).producer).toBe(undefined)
  await expect(heading(page, 'Edit Product')).toBeVisible()
})
