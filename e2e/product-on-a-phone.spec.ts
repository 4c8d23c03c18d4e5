import type { Locator, Page } from '@playwright/test'
import { openLarge, vase, view } from './product-pictures.ts'
import { expect, findProduct, open, test } from './shop-test.ts'

/** A finger that moves sideways over the middle of an element. */
async function swipe(page: Page, over: Locator, by: number) {
  const box = await over.boundingBox()
  if (!box) throw new Error('nothing to swipe over')
  const y = box.y + box.height / 2
  const from = box.x + box.width / 2
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', { x: from, y })
  await touch('touchMove', { x: from + by / 2, y })
  await touch('touchMove', { x: from + by, y })
  await touch('touchEnd')
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
] as const)
  test(`name, price and Add to Cart are on the first screen of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    // The longest name of the demo, on two lines.
    for (const name of [vase, 'Tree of Life, Madhubani-Style Painting', 'Temple Bell 7']) {
      await open(page, (await findProduct(page, name)).url)
      const main = page.getByRole('main')
      const bar = main.getByRole('region', { name: 'Buy' })
      const barBox = await bar.boundingBox()
      expect(barBox && barBox.y + barBox.height).toBeLessThanOrEqual(height)
      await expect(bar.getByRole('button', { name: 'Add to Cart', exact: true })).toBeInViewport({ ratio: 1 })
      for (const seen of [main.getByRole('heading', { level: 1, name }), main.getByText(/^₹[\d,]+$/).first()]) {
        const box = await seen.boundingBox()
        expect(box && box.y + box.height, `${name} at ${width}`).toBeLessThanOrEqual(barBox?.y ?? 0)
      }
    }
  })

test('on a phone the stepper stands in the bar, and the page keeps its place', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, (await findProduct(page, vase)).url)
  const bar = page.getByRole('region', { name: 'Buy' })
  const add = bar.getByRole('button', { name: 'Add to Cart', exact: true })
  const before = await bar.boundingBox()
  const { x = 0, y = 0 } = (await add.boundingBox()) ?? {}
  await page.touchscreen.tap(x + 20, y + 20)
  const stepper = bar.getByRole('group', { name: `Quantity of ${vase} in cart` })
  await expect(stepper).toContainText('1 in cart')
  expect(await bar.boundingBox()).toEqual(before)
  await expect(add).toBeVisible()
  await stepper.getByRole('button', { name: 'Add one more' }).tap()
  await expect(stepper).toContainText('2 in cart')
})

test('a picture opened large is swiped, as the page is', async ({ page }) => {
  await open(page, (await findProduct(page, vase)).url)
  await swipe(page, page.getByRole('region', { name: 'Product images' }), -120)
  await expect(view(page, 2)).toBeVisible()
  await openLarge(page).click()
  const dialog = page.getByRole('dialog')
  await swipe(page, view(dialog, 2), 120)
  await expect(view(dialog, 1)).toBeVisible()
})
