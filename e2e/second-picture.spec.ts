import { vase } from './product-pictures.ts'
import { expect, open, settled, test } from './shop-test.ts'

test('the second picture shows while the mouse is on a card, and is fetched then', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const isSecond = (path: string) => path.includes('stoneware-vase-2')
  await open(page, '/products?q=stoneware+vase')
  await settled(page)
  expect(fetched.filter(isSecond)).toEqual([])
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: vase })
  const before = await card.boundingBox()
  await card.hover()
  const second = card.locator('img[src*="stoneware-vase-2"]')
  await expect(second).toHaveCSS('opacity', '1')
  expect(await card.boundingBox()).toEqual(before)
  await page.mouse.move(0, 0)
  await expect(second).toHaveCSS('opacity', '0')
})
