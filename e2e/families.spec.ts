import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { ownShop } from './own-shop.ts'
import { expect, expectAccessible, open, test } from './shop-test.ts'

test.describe.configure({ mode: 'default' })

const shop = ownShop()
const pages: Record<string, string> = {}
const family = 'Hand-Block Throw'
const throws = [
  { size: 'Cot', colour: 'Indigo', price: 940 },
  { size: 'Single', colour: 'Indigo', price: 1890 },
  { size: 'Single', colour: 'Rust', price: 1890 },
  { size: 'Double', colour: 'Rust', price: 2900, stock: 0 },
]
const nameOf = ({ size, colour }: { size: string; colour: string }) => `${family}, ${size}, ${colour}`

async function addThrow(request: APIRequestContext, one: (typeof throws)[number]) {
  const { size, colour, price, stock } = one
  const productData = {
    ...{ name: nameOf(one), category: 'Textiles-and-clothing', price, offerPrice: price, stock: stock ?? null },
    family: { name: family, axes: { Size: size, Colour: colour } },
  }
  const id = await shop.addProduct(request, productData)
  pages[nameOf(one)] = `${shop.origin}/products/textiles-and-clothing/${id}`
}

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext()
  await shop.asSeller(request)
  for (const one of throws) await addThrow(request, one)
  await request.dispose()
})

const pageOf = (size: string, colour: string) => pages[nameOf({ size, colour })] ?? ''
const axis = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })
const chosen = (page: Page, name: string) => axis(page, name).locator('[aria-current="true"]')

async function withoutScripts(browser: Browser, width: number) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
  return { page: await context.newPage(), close: () => context.close() }
}

for (const width of [390, 1440])
  test(`a size and a colour are chosen without scripts at ${width}`, async ({ browser }) => {
    const { page, close } = await withoutScripts(browser, width)
    await page.goto(`${shop.origin}/products/Textiles-and-clothing`)
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: family }) })
    await expect(card).toHaveCount(1)
    await expect(card).toContainText('from ₹940')
    await expect(card).toContainText('2 colours, 3 sizes')
    await expect(card.getByRole('button')).toHaveCount(0)
    await card.getByRole('link', { name: `Choose a colour and size of ${family}` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf({ size: 'Single', colour: 'Rust' }))
    await expect(chosen(page, 'Size')).toContainText('Single')
    await expect(axis(page, 'Size').getByRole('link', { name: 'Double' })).toContainText('Sold out')
    const indigo = axis(page, 'Colour').getByRole('link', { name: 'Indigo' })
    await expect(indigo.locator('span').first()).toHaveCSS('background-color', 'rgb(47, 63, 115)')
    await indigo.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf({ size: 'Single', colour: 'Indigo' }))
    // No cot throw is rust: the link says so.
    await axis(page, 'Size').getByRole('link', { name: 'Cot' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf({ size: 'Cot', colour: 'Indigo' }))
    await expect(axis(page, 'Colour').getByRole('link', { name: 'Rust' })).toContainText('in Single')
    await close()
  })

test('a choice is made by keyboard, and every state is accessible', async ({ page }) => {
  await open(page, pageOf('Single', 'Rust'))
  await expectAccessible(page, 'any')
  await axis(page, 'Colour').getByRole('link', { name: 'Indigo' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf({ size: 'Single', colour: 'Indigo' }))
  await expect(chosen(page, 'Colour')).toContainText('Indigo')
  await open(page, pageOf('Double', 'Rust'))
  await expect(page.getByText('Out of stock for now')).toBeVisible()
  await expectAccessible(page, 'any')
  await open(page, `${shop.origin}/products`)
  await expectAccessible(page, 'any')
})

test('name, price and Add to Cart of a chosen size are on the first screen of 360 by 640', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, pageOf('Single', 'Indigo'))
  const bar = page.getByRole('main').getByRole('region', { name: 'Buy' })
  await expect(bar.getByRole('button', { name: 'Add to Cart', exact: true })).toBeInViewport({ ratio: 1 })
  const barTop = (await bar.boundingBox())?.y ?? 0
  for (const seen of [page.getByRole('heading', { level: 1 }), page.getByRole('main').getByText('₹1,890').first()]) {
    const box = await seen.boundingBox()
    expect(box && box.y + box.height).toBeLessThanOrEqual(barTop)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('search engines are told one address, and all that there is of it', async ({ page }) => {
  await open(page, pageOf('Single', 'Rust'))
  const first = pageOf('Cot', 'Indigo').replace('textiles-and-clothing', 'Textiles-and-clothing').toLowerCase()
  const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
  expect(canonical?.toLowerCase().endsWith(new URL(first).pathname.toLowerCase())).toBe(true)
  const data = await page
    .locator('script[type="application/ld+json"]')
    .evaluateAll((all) => all.map((one) => JSON.parse(one.textContent ?? '')))
  const group = data.find((one) => one['@type'] === 'ProductGroup')
  expect(group).toMatchObject({ name: family, variesBy: ['https://schema.org/size', 'https://schema.org/color'] })
  expect(group.hasVariant.map(({ size, color }: Record<string, string>) => [size, color])).toEqual(
    throws.map(({ size, colour }) => [size, colour]),
  )
  const sitemap = await (await page.request.get(`${shop.origin}/sitemap.xml`)).text()
  const ids = throws.map((one) => (pages[nameOf(one)] ?? '').split('/').at(-1) ?? '')
  expect(ids.filter((id) => sitemap.includes(id))).toEqual(ids.slice(0, 1))
})

test.describe('in the office', () => {
  // The browser's own lines for what is refused.
  test.use({ expectedErrors: [/status of (400|409)/] })

  test('products that are there are made one thing in the office, and one is changed in its form', async ({ page }) => {
    await shop.asSeller(page.request)
    for (const name of ['Palm Basket A', 'Palm Basket B'])
      await shop.addProduct(page.request, { name, category: 'Wood-Furniture', price: 300, offerPrice: 300 })
    await open(page, `${shop.origin}/seller/product-list?q=palm+basket`)
    for (const name of ['Palm Basket A', 'Palm Basket B'])
      await page.getByRole('checkbox', { name: `Select ${name}` }).check()
    await page.getByRole('button', { name: 'One family' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'One thing in several kinds' })).toBeVisible()
    await expectAccessible(page, 'any')
    await page.getByLabel('Name of the family').fill('Palm Basket')
    await page.getByLabel('First value of Palm Basket A').fill('Small')
    await page.getByRole('button', { name: 'Make them one family' }).click()
    await expect(page.getByText('a value for each axis').first()).toBeVisible()
    await page.getByLabel('First value of Palm Basket B').fill('Large')
    await page.getByRole('button', { name: 'Make them one family' }).click()
    await expect(page.getByText('Palm Basket is one family of 2 products').first()).toBeVisible()
    await expect(page).toHaveURL(/product-list$/)
    await open(page, `${shop.origin}/seller/product-list?q=palm+basket`)
    await page.getByRole('link', { name: 'Edit Palm Basket B' }).click()
    await expect(page.getByLabel(/^Family/)).toHaveValue('Palm Basket')
    await page.getByLabel('Its value', { exact: false }).first().fill('Small')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const taken = 'Palm Basket A is Size: Small of this family already. Give another value'
    await expect(page.getByText(taken).first()).toBeVisible()
    await expectAccessible(page, 'any')
    await page.getByLabel('Its value', { exact: false }).first().fill('Extra large')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Palm Basket B is saved').first()).toBeVisible()
  })
})
