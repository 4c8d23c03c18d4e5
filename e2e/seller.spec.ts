import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { zipOf } from '#testing/zip.ts'
import { newApplication } from './applications.ts'
import { areas, asSeller, heading, openApplication, seller, sidebar } from './seller.ts'
import {
  address,
  expect,
  expectAccessible,
  findProduct,
  hydrated,
  logIn,
  newPerson,
  open,
  saveAddress,
  test,
  toast,
} from './shop-test.ts'

/** The login and nothing else, kept nowhere. */
async function expectLoginOnly(page: Page, path: string) {
  const response = await open(page, path)
  expect(response?.status()).toBe(200)
  expect(response?.headers()['cache-control']).toBe('no-store')
  await expect(heading(page, 'Seller login')).toBeVisible()
  await expect(page).toHaveTitle('Seller login | Haat')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(sidebar(page)).toHaveCount(0)
}

test.describe('who is not the seller', () => {
  test('a visitor sees the login at every address of the area', async ({ page }) => {
    test.slow()
    for (const path of ['/seller', ...areas.map((area) => `/seller/${area}`)]) await expectLoginOnly(page, path)
  })

  test('a shopper sees the login, and no orders of others', async ({ page, browser }) => {
    const buyer = await browser.newPage()
    const person = await logIn(buyer)
    await saveAddress(buyer, person)
    await placeOrder(buyer)
    await buyer.close()
    await logIn(page, newPerson())
    await expectLoginOnly(page, '/seller/orders')
    expect(await page.content()).not.toContain(address.street)
    await expectAccessible(page)
  })
})

test.describe('login', () => {
  test.use({ expectedErrors: [/status of 401/] })

  test('a wrong password is told, the right one opens the page that was asked for, logout leads home', async ({
    page,
  }) => {
    await open(page, '/seller/orders')
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong password')
    await page.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Orders')).toBeFocused()
    await expect(page).toHaveURL(/\/seller\/orders$/)
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goBack()
    await expect(heading(page, 'Seller login')).toBeVisible()
  })
})

test.describe('before JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test.use({ expectedErrors: [/status of 401/] })

  test('login and logout are plain forms, and the login leads to the page that was asked for', async ({ page }) => {
    await page.goto('/seller/producer-applications?page=1')
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('main').getByRole('alert')).not.toBeEmpty()
    await page.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(heading(page, 'Producer applications')).toBeVisible()
    await expect(page).toHaveURL(/\/seller\/producer-applications\?page=1$/)
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/seller')
    await expect(heading(page, 'Seller login')).toBeVisible()
  })
})

const photos = [
  'pottery-stoneware-vase-1',
  'pottery-celadon-tea-set-1',
  'pottery-painted-plate-1',
  'pottery-jaipur-blue-jar-1',
].map((name) => `catalogue/${name}.jpg`)

test('a product with 4 pictures is added, seen in the shop and switched off again', async ({ page }) => {
  test.slow()
  const name = `Blue Pottery Serving Bowl ${newPerson().email.replace(/\D/g, '')}`
  await asSeller(page)
  await open(page, '/seller')
  await page.getByLabel('Choose a file').setInputFiles(photos)
  const images = page.getByRole('list', { name: 'Product images, in order' })
  await expect(images.getByRole('img')).toHaveCount(4)
  const second = await images.getByRole('img').nth(1).getAttribute('src')
  await page.getByRole('button', { name: 'Move image 2 earlier' }).click()
  await expect(images.getByRole('img').first()).toHaveAttribute('src', second ?? '')
  await expect(page.getByText('Image moved to place 1 of 4, it is the cover now.')).toBeAttached()

  await page.getByRole('textbox', { name: 'What image 1 shows' }).fill('The bowl from the side')
  await page.getByLabel('Product name').fill(name)
  await page.getByLabel('Category').selectOption('Pottery & Ceramics')
  await page.getByLabel('Description').fill('Quartz body\nPainted by hand')
  await page.getByLabel('Price', { exact: true }).fill('1,599')
  await page.getByLabel('Offer price').fill('1,700')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByLabel('Offer price')).toBeFocused()
  await page.getByLabel('Offer price').fill('1,249')
  await expect(page.getByText('Shoppers pay ₹1,249 and see 22% off.')).toBeVisible()
  const preview = page.getByRole('complementary', { name: 'How shoppers see it' })
  await expect(preview).toContainText(name)
  await expect(preview).toContainText('22% off')
  await expectAccessible(page)

  await sidebar(page).getByRole('link', { name: 'Orders' }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without adding this product?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()

  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText(`${name} is on sale.`)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByLabel('Product name')).toBeFocused()
  await expect(page.getByLabel('Product name')).toHaveValue('')
  await expect(page.getByLabel('Category')).toHaveValue('Pottery-Ceramics')

  await page.getByRole('link', { name: 'View it' }).click()
  await expect(heading(page, name)).toBeVisible()
  const { url } = await findProduct(page, name)
  const product = await (await page.request.get(`/api/product/${url.split('/').at(-1)}`)).json()
  expect(product.product.image).toHaveLength(4)
  expect(product.product.images[0].alt).toBe('The bowl from the side')
  await expect(page.getByRole('main').getByRole('img', { name: 'The bowl from the side' }).first()).toBeAttached()
  const listed = page.getByRole('main').getByRole('link', { name, exact: true })
  await open(page, `/products?q=${encodeURIComponent(name)}`)
  await expect(listed).toBeVisible()

  await open(page, `/seller/product-list?q=${encodeURIComponent(name)}`)
  const onSale = page.getByRole('switch', { name: `${name} in stock` })
  await expect(onSale).toBeChecked()
  await onSale.click()
  await expect(onSale).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Out of stock 1' })).toBeVisible()
  await open(page, `/products?q=${encodeURIComponent(name)}`)
  await expect(listed).toHaveCount(0)
})

test.describe('when the server does not answer', () => {
  test.use({ expectedErrors: [/status of 500/] })

  test('the switch goes back and says so', async ({ page }) => {
    await asSeller(page)
    await page.route('**/api/product/stock', (route) => route.fulfill({ status: 500, json: { success: false } }))
    await open(page, '/seller/product-list?q=Temple+Bell+12')
    const onSale = page.getByRole('switch', { name: 'Temple Bell 12 in stock' })
    await onSale.click()
    await expect(page.getByText('Not saved. Something went wrong. Please try again')).toBeVisible()
    await expect(onSale).toBeChecked()
  })
})

test('one application is approved, another rejected, and both stand in their lists', async ({ page, request }) => {
  const [kept, refused] = [newApplication(), newApplication()]
  for (const application of [kept, refused]) {
    const sent = await request.post('/api/producer/submit', { data: application })
    expect(sent.status()).toBe(200)
  }
  await asSeller(page)

  await openApplication(page, request, kept.email)
  await expect(page.getByRole('article')).toContainText('+919864055210')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const approve = page.getByRole('dialog', { name: `Approve ${kept.name}?` })
  await approve.getByRole('button', { name: 'Keep pending' }).click()
  await expect(approve).toBeHidden()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await approve.getByRole('button', { name: 'Approve application' }).click()
  await expect(toast(page, `${kept.name} is approved`)).toBeVisible()

  await openApplication(page, request, refused.email)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const reject = page.getByRole('dialog', { name: `Reject ${refused.name}?` })
  await expect(reject.getByRole('button', { name: 'Keep pending' })).toBeFocused()
  await reject.getByLabel('What they are told').fill('We have many weavers now.')
  await reject.getByRole('button', { name: 'Reject application' }).click()
  await expect(toast(page, `${refused.name} is rejected`)).toBeVisible()

  await open(page, '/seller/approved-producers')
  await page.getByRole('link', { name: kept.name }).click()
  await expect(page.getByRole('heading', { level: 2, name: kept.name })).toBeFocused()
  await expect(page.getByRole('article').getByText('Approved', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await open(page, '/seller/rejected-producers')
  await page.getByRole('link', { name: refused.name }).click()
  await expect(page.getByRole('article')).toContainText('We have many weavers now.')
  await expect(page.getByRole('link', { name: kept.name })).toHaveCount(0)
})

/** Buys a bell as the shopper of this browser. Gives the order's number. */
async function placeOrder(page: Page) {
  const { _id } = await findProduct(page, 'Temple Bell 9')
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const placed = await page.request.post('/api/order/cod', {
    data: { items: [{ product: _id, quantity: 2 }], address: addresses[0]._id },
  })
  expect(placed.status(), await placed.text()).toBe(200)
  const { orders } = await (await page.request.get('/api/order/user')).json()
  return Number(orders[0].number)
}

test('an order is moved on to Delivered and paid, and its packing slip stands ready', async ({ page }) => {
  const person = await logIn(page)
  await saveAddress(page, person)
  const number = await placeOrder(page)
  await asSeller(page)
  await open(page, `/seller/orders?q=${number}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: `#${number}`, exact: true }) })
  await expect(row).toContainText('Order Placed')
  await row.getByRole('link', { name: `#${number}`, exact: true }).click()
  await expect(heading(page, `Order #${number}`)).toBeFocused()
  const slip = page.getByRole('article')
  const cash = page.getByRole('button', { name: 'Mark cash received' })
  for (const status of ['Confirmed', 'Packed', 'Shipped', 'Delivered']) {
    if (status !== 'Delivered') await expect(cash).toHaveCount(0)
    await page.getByRole('button', { name: `Mark as ${status.toLowerCase()}` }).click()
    await expect(slip).toContainText(`, ${status}`)
  }
  await cash.click()
  const dialog = page.getByRole('dialog', { name: new RegExp(`for order #${number}\\?$`) })
  await expect(dialog).toContainText('You can undo this for 24 hours.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(slip).toContainText('Pending, collect')
  await cash.click()
  await dialog.getByRole('button', { name: 'Cash received' }).click()
  await expect(slip).toContainText('Paid (cash).')
  await page.getByRole('button', { name: 'Undo cash received' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo cash received' }).click()
  await expect(slip).toContainText('Pending, collect')
  await cash.click()
  await page.keyboard.press('Enter')
  await expect(slip).toContainText('Paid (cash).')
  await expectAccessible(page)
  await expect(slip).toContainText(address.street)
  await expect(slip).toContainText('Temple Bell 9')
  await expect(page.getByRole('button', { name: 'Print packing slip' })).toBeVisible()

  await open(page, '/my-orders')
  await hydrated(page)
  await expect(page.getByRole('article').first()).toContainText('Delivered')
  await expect(page.getByRole('article').first()).toContainText('Paid')
})

test('an import says what it would do, writes it when it is told to, and can be undone', async ({ page }) => {
  const name = `Imported Bowl ${newPerson().email.replace(/\D/g, '')}`
  const ownImport = page.getByRole('region', { name: 'Your import' })
  const sku = name.replaceAll(' ', '-')
  const photo = await readFile(photos[0] ?? '')
  await asSeller(page)
  await open(page, '/seller/product-list')
  await page.getByRole('link', { name: 'Import a file' }).click()
  await expect(heading(page, 'Import products')).toBeVisible()
  const template = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Template, CSV' }).click()
  expect((await template).suggestedFilename()).toBe('products-template.csv')

  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('main').getByText('Choose a CSV or .xlsx file')).toBeVisible()
  await page.getByLabel('CSV or Excel file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'sku,name,category,price,offerPrice,pictures',
        `${sku},${name},Pottery-Ceramics,100,90,front.jpg`,
        `${sku}-2,${name} 2,Pottery-Ceramics,100,200,`,
      ].join('\n'),
    ),
  })
  await page.getByLabel('Zip with the pictures').setInputFiles({
    name: 'pictures.zip',
    mimeType: 'application/zip',
    buffer: zipOf([{ name: 'bowls/front.jpg', content: photo }]),
  })
  await page.getByRole('button', { name: 'Check the file' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Row 3' })).toContainText(
    `${name} 2offerPrice “200”: Offer price is higher`,
  )
  await expect(ownImport.getByRole('status')).toHaveText(
    '1 product would be added, 1 row is left out. Nothing is changed yet',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 product' }).click()
  await expect(ownImport.getByRole('status')).toHaveText('1 added, 0 changed, 1 row left out')
  await page.getByRole('link', { name: 'See the Product List' }).click()
  await page.getByRole('searchbox', { name: 'Search your products' }).fill(sku)
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(`SKU ${sku}`)
  // Decorative beside the name: it has no role of its own.
  await expect(row.locator('img[src^="/media/product-"]')).toBeVisible()
  await expect(page.getByRole('switch', { name: `${name} 2 in stock` })).toHaveCount(0)

  await page.goBack()
  await ownImport.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await expect(ownImport.getByRole('status')).toHaveText('The import is undone: 1 product put back')
  await expectAccessible(page)
  await open(page, `/seller/product-list?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('No product called')).toBeVisible()
})

test('a product is edited, archived and brought back', async ({ page }) => {
  const name = `Carved Spoon ${newPerson().email.replace(/\D/g, '')}`
  await asSeller(page)
  const productData = { name, category: 'Wood-Furniture', price: 200, offerPrice: 150 }
  const added = await page.request.post('/api/product/add', {
    multipart: { productData: JSON.stringify(productData) },
  })
  expect(added.status(), await added.text()).toBe(201)
  await open(page, `/seller/product-list?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(heading(page, 'Edit Product')).toBeVisible()
  await page.getByLabel('Choose a file').setInputFiles(photos.slice(0, 2))
  await page.getByRole('button', { name: 'Move image 1 later' }).click()
  await page.getByLabel('Offer price').fill('120.50')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, `${name} is saved`)).toBeVisible()
  await page.getByRole('link', { name: 'View in the shop' }).click()
  await expect(heading(page, name)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('₹120.50')

  await page.goBack()
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive product' }).click()
  await expect(page.getByRole('main')).toContainText('This product is archived')
  const { product } = await added.json()
  expect((await page.request.get(`/api/product/${product._id}`)).status()).toBe(404)
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByRole('button', { name: 'Archive' })).toBeVisible()
  const back = await page.request.get(`/api/product/${product._id}`)
  expect((await back.json()).product.image).toHaveLength(2)
})
