import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { approvedProducer, newApplication } from './applications.ts'
import { shiftOf, watchShift } from './layout-shift.ts'
import { openLarge, vase, view } from './product-pictures.ts'
import { asSeller } from './seller.ts'
import { expect, expectAccessible, findProduct, newPerson, open, PHOTOS, settled, test } from './shop-test.ts'

/** A product of its own, through the API; afterwards nobody is logged in. */
async function addProduct(page: Page, more: object, picture?: string) {
  const name = `Wall Hanging ${newPerson().email.replace(/\D/g, '')}`
  const data = { name, category: 'Textiles-and-clothing', price: 200, offerPrice: 150, ...more }
  const multipart = new FormData()
  multipart.set('productData', JSON.stringify(data))
  if (picture) multipart.set('images', new File([readFileSync(picture)], 'picture.jpg', { type: 'image/jpeg' }))
  await asSeller(page)
  const added = await page.request.post('/api/product/add', { multipart })
  expect(added.status(), await added.text()).toBe(201)
  const { product } = await added.json()
  await page.context().clearCookies()
  return { name, url: `/products/textiles-and-clothing/${product._id}`, key: String(product.images[0]?.key) }
}

test('the first picture is fetched first, in a width that the page needs, and moves nothing when it comes', async ({
  page,
}) => {
  const { url } = await findProduct(page, vase)
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/media/*stoneware-vase-1*/*', async (route) => {
    await released
    await route.continue()
  })
  await watchShift(page)
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  const preload = page.locator('link[rel=preload][as=image]')
  await expect(preload).toHaveCount(1)
  await expect(preload).toHaveAttribute('imagesrcset', /stoneware-vase-1.* 800w$/)
  await expect(preload).toHaveAttribute('imagesizes', /100vw$/)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  await page.evaluate(async () => document.fonts.ready)
  const before = await shiftOf(page)
  letGo()
  await settled(page)
  await expect(view(page.getByRole('main'), 1)).not.toHaveJSProperty('naturalWidth', 0)
  expect((await shiftOf(page)) - before).toBeLessThan(0.001)
})

test.describe('a picture opened large', () => {
  test('fills the window, changes by keys, arrows and thumbnails, and gives the focus back', async ({ page }) => {
    await open(page, (await findProduct(page, vase)).url)
    await openLarge(page).focus()
    await page.keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${vase}`) })
    await expect(view(dialog, 1)).toBeVisible()
    const viewport = page.viewportSize()
    await expect(dialog).toHaveCSS('opacity', '1')
    await expect
      .poll(async () => Object.values((await dialog.boundingBox()) ?? {}).map(Math.round))
      .toEqual([0, 0, viewport?.width, viewport?.height])
    await expectAccessible(page)

    await page.keyboard.press('ArrowRight')
    await expect(view(dialog, 2)).toBeVisible()
    await expect(dialog.getByRole('heading')).toHaveText(`${vase} 2 of 2`)
    await page.keyboard.press('ArrowRight')
    await expect(view(dialog, 1)).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(view(dialog, 2)).toBeVisible()

    const next = dialog.getByRole('button', { name: 'Next image' })
    const { width, height } = (await next.boundingBox()) ?? {}
    expect([width, height]).toEqual([48, 48])
    await next.click()
    await expect(view(dialog, 1)).toBeVisible()
    await dialog.getByRole('button', { name: 'Show image 2 of 2' }).click()
    await expect(view(dialog, 2)).toBeVisible()

    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(openLarge(page)).toBeFocused()
    // The page goes on with the picture that was seen last.
    await expect(view(page, 2)).toBeVisible()
  })

  test('opens by a press on the picture and closes by its button', async ({ page }) => {
    await open(page, (await findProduct(page, 'Wild Forest Honey')).url)
    await page.getByRole('region', { name: 'Product images' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('img').first()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await expect(openLarge(page)).toBeFocused()
  })

  test('is enlarged up to its stored pixels by keys, wheel, double press and pinch', async ({
    page,
    isMobile,
    context,
  }) => {
    await open(page, (await findProduct(page, vase)).url)
    await openLarge(page).click()
    const dialog = page.getByRole('dialog')
    const picture = view(dialog, 1)
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThanOrEqual(800)
    const stored = await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)
    const width = async () => Math.round((await picture.boundingBox())?.width ?? 0)
    const whole = await width()
    const isStored = () => expect.poll(width).toBe(stored)
    const isWhole = () => expect.poll(width).toBe(whole)

    await dialog.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).not.toBe(whole)
    for (let press = 0; press < 6; press++) await page.keyboard.press('+')
    await isStored()
    await expectAccessible(page)
    // An enlarged picture moves under the arrows, and the next one does not come.
    await page.keyboard.press('ArrowRight')
    await expect(picture).toBeVisible()
    await page.keyboard.press('0')
    await isWhole()

    const box = (await dialog.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    if (isMobile) {
      for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(middle.x, middle.y)
      await isStored()
      for (let tap = 0; tap < 2; tap++) await page.touchscreen.tap(middle.x, middle.y)
      await isWhole()
      const session = await context.newCDPSession(page)
      const fingers = (apart: number) => [
        { x: middle.x - apart, y: middle.y, id: 0 },
        { x: middle.x + apart, y: middle.y, id: 1 },
      ]
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(20) })
      for (const apart of [40, 80, 120, 160])
        await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await isStored()
    } else {
      await page.mouse.dblclick(middle.x, middle.y)
      await isStored()
      for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, 100)
      await isWhole()
      for (let turn = 0; turn < 8; turn++) await page.mouse.wheel(0, -100)
      await isStored()
    }
    await page.keyboard.press('Escape')
    await expect(openLarge(page)).toBeFocused()
  })

  test('is shown at its own pixels, which the page never fetches', async ({ page }) => {
    // 1,920 px wide.
    const product = await addProduct(page, {}, 'catalogue/hero-still-life.jpg')
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await open(page, product.url)
    await settled(page)
    const large = (path: string) => path.startsWith(`/media/${product.key}/1920.`)
    expect(fetched.some((path) => path.startsWith(`/media/${product.key}/`))).toBe(true)
    expect(fetched.filter(large)).toEqual([])
    await openLarge(page).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: product.name })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1920)
    expect(fetched.filter(large)).toHaveLength(1)
  })
})

test.describe('a picture whose code cannot be fetched', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('says so and stays on the page', async ({ page, context }) => {
    await open(page, (await findProduct(page, vase)).url)
    await context.route('**/assets/product-zoom*', (route) => route.abort())
    await openLarge(page).click()
    await expect(page.getByRole('alert')).toContainText('You seem to be offline')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(vase)
  })
})

test.describe('before JavaScript has loaded', () => {
  // Of the page that the browser itself makes around a picture.
  test.use({ javaScriptEnabled: false, expectedErrors: [/Applying inline style.*\/media\//] })

  test('the picture opens large as a link to its file, and the product can be bought', async ({ page }) => {
    await page.goto((await findProduct(page, vase)).url)
    await expect(
      page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first(),
    ).toBeInViewport({ ratio: 1 })
    await page.getByRole('link', { name: 'Open the picture large' }).click()
    await expect(page).toHaveURL(/\/media\/pottery-stoneware-vase-1-\w+\/800\.webp$/)
  })
})

test.describe('a product without a picture', () => {
  test('shows the drawing of its category on its page, in lists and in the cart', async ({ page }) => {
    const { url } = await findProduct(page, 'Temple Bell 7')
    await open(page, url)
    const drawing = page.locator('img[src="/pictures/categories/Statues-Sculptures.svg"]')
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Product images' }).locator(drawing)).toBeVisible()
    expect(await drawing.first().evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await expect(drawing.first()).toHaveAttribute('alt', '')
    await expect(openLarge(page)).toHaveCount(0)
    await expect(page.locator('meta[property="og:image"][content*="categories"]')).toHaveCount(0)
    await main.getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
    await open(page, '/cart')
    await expect(main.getByRole('listitem').filter({ hasText: 'Temple Bell 7' }).locator(drawing)).toBeVisible()
    await open(page, '/products?q=temple+bell')
    await expect(main.locator(drawing).first()).toBeVisible()
  })

  test.describe('that is there, but cannot be fetched', () => {
    test.use({ expectedErrors: [/Failed to load resource/] })

    test('shows the drawing, too', async ({ page }) => {
      await page.route('**/media/**', (route) => route.abort())
      await open(page, (await findProduct(page, vase)).url)
      await expect(
        page
          .getByRole('region', { name: 'Product images' })
          .locator('img[src="/pictures/categories/Pottery-Ceramics.svg"]')
          .first(),
      ).toBeVisible()
    })
  })
})

test.describe('the maker', () => {
  test.use({ expectedErrors: [/nowhere\.example/] })

  test('stands on the product page with a line of the story, and leads to it', async ({ page }) => {
    await open(page, (await findProduct(page, vase)).url)
    const maker = page.getByRole('region', { name: 'Matti Pottery Collective' })
    await expect(maker).toContainText('Khurja, Uttar Pradesh, India. 12 years in business.')
    await expect(maker).toContainText('The collective began with four potters sharing one kiln behind a brick yard.')
    await maker.getByRole('link', { name: 'Read their story' }).click()
    await expect(page).toHaveURL(/\/producers\/matti-pottery-collective$/)
  })

  test('has a portrait from elsewhere that learns nothing of the page, or initials', async ({
    page,
    request,
    photoReferrers,
  }) => {
    const gone = `${PHOTOS}/gone.png`
    await page.route(gone, (route) => route.abort())
    for (const [application, initials] of [
      [{ ...newApplication(), name: 'Asha Weaves' }, 0],
      [{ ...newApplication(), name: 'Nilgiri Tea Growers', profileImageUrl: gone }, 1],
    ] as const) {
      const producer = await approvedProducer(request, application)
      const { url } = await addProduct(page, { producer: producer.path.split('/').at(-1) })
      await open(page, url)
      await page.getByRole('region', { name: application.name }).scrollIntoViewIfNeeded()
      await expect(page.getByText('NT', { exact: true })).toHaveCount(initials)
    }
    expect(photoReferrers.length).toBeGreaterThan(0)
    expect(photoReferrers.every((referrer) => referrer === undefined)).toBe(true)
  })
})
