import type { Page } from '@playwright/test'
import { expect, findProduct, logIn, open, saveAddress, test } from './shop-test.ts'

// What is touched is 44 by 44 pixels. Links within a sentence are as high as its lines (WCAG 2.5.8).

const TARGET_PX = 44

/** What is too small on the page as it stands: its name and size. */
const tooSmall = (page: Page) =>
  page.evaluate((least) => {
    const inSentence = (element: Element) => {
      const { display } = getComputedStyle(element)
      const around = element.parentElement?.textContent?.trim() ?? ''
      return display === 'inline' && around.length > (element.textContent?.trim().length ?? 0)
    }
    const wanted = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    return [...document.querySelectorAll(wanted)].flatMap((element) => {
      // A checkbox or radio is touched by its label, too.
      const label = element instanceof HTMLInputElement ? element.closest('label') : null
      const { width, height } = (label ?? element).getBoundingClientRect()
      // A link may cover what lies around it.
      const cover = getComputedStyle(element, '::after')
      const [wide, high] = cover.position === 'absolute' ? [cover.width, cover.height].map(Number.parseFloat) : []
      const isLarge = Math.max(width, wide ?? 0) > least - 0.5 && Math.max(height, high ?? 0) > least - 0.5
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && width > 1 && height > 1
      // Half a pixel is lost to rounding.
      if (!isShown || inSentence(element) || isLarge) return []
      const name = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? ''
      return [`${element.tagName} "${name}" ${Math.round(width)} x ${Math.round(height)}`]
    })
  }, TARGET_PX)

test('everything that is touched is large enough', async ({ page }) => {
  const { _id, url } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const found: Record<string, string[]> = {}
  const look = async (path: string) => {
    await open(page, path)
    found[path] = await tooSmall(page)
  }
  const lists = ['/products', '/products?q=vase&offer=1', '/products?q=zzzzz', '/products/pottery-ceramics']
  for (const path of ['/', ...lists, url, '/login', '/producerform', '/producers', '/returns', '/contact'])
    await look(path)
  const person = await logIn(page)
  await saveAddress(page, person)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const data = { items: [{ product: _id, quantity: 2 }], address: addresses[0]._id }
  const { orderId } = await (await page.request.post('/api/order/cod', { data })).json()
  await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 2 } } })
  for (const path of ['/cart', '/my-orders', `/my-orders/${orderId}/invoice`, '/add-address', '/account'])
    await look(path)
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, []])))
})
