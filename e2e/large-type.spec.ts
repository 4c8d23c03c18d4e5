import { chromium } from '@playwright/test'
import { demoSeller } from '#kernel/config.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import { expect, findProduct, logIn, orderByCash, saveAddress, test } from './shop-test.ts'

// People who cannot read small type tell their browser so: a least size, or another size to begin with.

const pages = {
  visitor: [
    '/',
    '/products',
    'a product',
    '/cart',
    '/login',
    '/ledger',
    '/ledger/check',
    '/producers',
    '/producerform',
    '/contact',
  ],
  shopper: ['/my-orders', '/account', '/add-address', '/cart'],
  seller: ['/seller', '/seller/orders', '/seller/product-list', '/seller/product-list/import', '/seller/courier-file'],
}

for (const [setting, width] of [
  ['minimumFontSize=16', 360],
  ['minimumFontSize=20', 390],
  ['defaultFontSize=24', 390],
  ['defaultFontSize=32', 390],
] as const)
  test(`no page scrolls sideways with ${setting} at ${width} px`, async ({ page, baseURL }) => {
    const person = await logIn(page)
    await saveAddress(page, person)
    const product = await findProduct(page, 'Indigo Shibori Scarf')
    await orderByCash(page, product._id)
    await page.request.post('/api/cart/update', { data: { cartItems: { [product._id]: 2 } } })
    const shopper = await page.context().storageState()

    const isRoot = process.getuid?.() === 0
    const args = [`--blink-settings=${setting}`, ...(isRoot ? ['--no-sandbox'] : [])]
    const browser = await chromium.launch({ executablePath: await findChromium(), args })
    const tooWide: string[] = []
    for (const [who, paths] of Object.entries(pages)) {
      const context = await browser.newContext({
        baseURL,
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
        ...(who === 'shopper' ? { storageState: shopper } : {}),
      })
      const tab = await context.newPage()
      if (who === 'seller') await tab.request.post('/api/seller/login', { data: demoSeller })
      for (const path of paths) {
        await tab.goto(path === 'a product' ? product.url : path)
        const excess = await tab.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (excess > 0) tooWide.push(`${path}: ${excess} px`)
      }
    }
    await browser.close()
    expect(tooWide).toEqual([])
  })
