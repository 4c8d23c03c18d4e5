import { demoSeller } from '#kernel/config.ts'
import { expect, findProduct, logIn, orderByCash, saveAddress, test } from './shop-test.ts'

// People who read better with more room between letters, words and lines set it for all pages (WCAG 2.2, 1.4.12): nothing may scroll
// sideways then, and no word that was there before may be cut off.

const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

const visitors = [
  '/',
  '/products',
  'a product',
  '/cart',
  '/login',
  '/ledger',
  '/producers',
  '/producerform',
  '/contact',
]
const shoppers = ['/my-orders', '/account', '/add-address', '/cart']
const sellers = ['/seller', '/seller/orders', '/seller/product-list', '/seller/returns', '/seller/courier-file']

/** What a page loses: how far it scrolls sideways, and words that whatever hides its overflow cuts off. */
function lossesOf() {
  const { scrollWidth, clientWidth } = document.documentElement
  const lost = new Set(scrollWidth > clientWidth ? [`scrolls ${scrollWidth - clientWidth} px sideways`] : [])
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const parent = node.parentElement
    if (!parent || !node.nodeValue?.trim() || parent.closest('.sr-only, [aria-hidden="true"], svg, dialog:not([open])'))
      continue
    const range = document.createRange()
    range.selectNodeContents(node)
    let around: Element | null = parent
    while (around && getComputedStyle(around).overflow === 'visible') around = around.parentElement
    if (!around || around === document.body || around === document.documentElement) continue
    const { overflowX, overflowY } = getComputedStyle(around)
    const edge = around.getBoundingClientRect()
    // What is shown to screen readers alone is a pixel wide.
    if (edge.width < 3 || edge.height < 3) continue
    for (const box of range.getClientRects()) {
      const isOutX = overflowX === 'hidden' && (box.right > edge.right + 1 || box.left < edge.left - 1)
      // A line box is higher than its letters: a line is gone when its middle is.
      const middle = (box.top + box.bottom) / 2
      const isOutY = overflowY === 'hidden' && (middle > edge.bottom || middle < edge.top)
      // Names that other tests make up are longer than a card has room for.
      const isMadeUp = /\d{9}/.test(node.nodeValue)
      if ((isOutX || isOutY) && !isMadeUp) lost.add(`cuts off “${node.nodeValue.trim().slice(0, 40)}”`)
    }
  }
  return [...lost]
}

test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true })

test('more room between letters, words and lines cuts nothing off at 390 px', async ({ page, browser, baseURL }) => {
  test.slow()
  const person = await logIn(page)
  await saveAddress(page, person)
  const product = await findProduct(page, 'Indigo Shibori Scarf')
  await orderByCash(page, product._id)
  await page.request.post('/api/cart/update', { data: { cartItems: { [product._id]: 2 } } })
  const shopper = await page.context().storageState()

  const losses: string[] = []
  for (const [who, paths] of Object.entries({ visitors, shoppers, sellers })) {
    const context = await browser.newContext({
      ...{ baseURL, viewport: { width: 390, height: 844 }, bypassCSP: true },
      ...(who === 'shoppers' ? { storageState: shopper } : {}),
    })
    const tab = await context.newPage()
    if (who === 'sellers') await tab.request.post('/api/seller/login', { data: demoSeller })
    for (const path of paths) {
      await tab.goto(path === 'a product' ? product.url : path)
      const before = await tab.evaluate(lossesOf)
      await tab.addStyleTag({ content: SPACING })
      const after = await tab.evaluate(lossesOf)
      losses.push(...after.filter((one) => !before.includes(one)).map((one) => `${path} ${one}`))
    }
    await context.close()
  }
  expect(losses).toEqual([])
})
