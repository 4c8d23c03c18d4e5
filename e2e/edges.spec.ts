import type { Page } from '@playwright/test'
import { demoSeller } from '#kernel/config.ts'
import { expect, findProduct, open, test } from './shop-test.ts'

test('nothing on paper is as high as the screen: it would end on an empty sheet', async ({ page }) => {
  await page.request.post('/api/seller/login', { data: demoSeller })
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/', '/cart', '/contact', '/seller', '/seller/orders', '/seller/reset-password']) {
    await page.goto(path)
    const high = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((element) => Number.parseFloat(getComputedStyle(element).minHeight) >= window.innerHeight)
        .map((element) => element.className),
    )
    expect(high, path).toEqual([])
  }
})

test('a field for a file looks like a button', async ({ page }) => {
  await page.request.post('/api/seller/login', { data: demoSeller })
  for (const path of ['/seller/product-list/import', '/seller/courier-file']) {
    await open(page, path)
    const edge = await page
      .locator('input[type=file]')
      .first()
      .evaluate((field) => getComputedStyle(field, '::file-selector-button').borderTopWidth)
    expect(Number.parseFloat(edge), path).toBeGreaterThan(0)
  }
})

/** A phone with a notch and a line to swipe home, held upright or on its side. */
async function withNotch(page: Page, insets: { top: number; right: number; bottom: number; left: number }) {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets })
}

/** Links, buttons and fields that are seen and lie in the unsafe edges, but for those that somebody scrolls there sideways. */
const inEdges = (page: Page, insets: { top: number; right: number; bottom: number; left: number }, inside: string) =>
  page.locator(`:is(${inside}) :is(a, button, input, select, summary)`).evaluateAll(
    (controls, { top, right, bottom, left }) =>
      controls
        .filter((control) => control.checkVisibility() && !control.closest('.overflow-x-auto'))
        .filter((control) => {
          const box = control.getBoundingClientRect()
          if (box.width <= 2 || box.right < 0 || box.bottom < 0 || box.top > innerHeight) return false
          return box.left < left || box.right > innerWidth - right || box.top < top || box.bottom > innerHeight - bottom
        })
        .map((control) => control.outerHTML.slice(0, 120)),
    insets,
  )

test.describe('on a phone with a notch', () => {
  const upright = { top: 0, right: 0, bottom: 34, left: 0 }
  const lying = { top: 0, right: 47, bottom: 21, left: 47 }

  test.describe('held upright', () => {
    test.use({ viewport: { width: 390, height: 844 } })
    test('the bars and the menu keep out of its edges', async ({ page }) => {
      await withNotch(page, upright)
      await open(page, (await findProduct(page, 'Indigo Shibori Scarf')).url)
      expect(await inEdges(page, upright, 'section[aria-label=Buy]')).toEqual([])
      await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /viewport-fit=cover/)
    })
  })

  test.describe('lying on its side', () => {
    test.use({ viewport: { width: 844, height: 390 } })
    test('nothing of the page lies in its edges, nor of the menu', async ({ page }) => {
      await withNotch(page, lying)
      await open(page, '/products')
      // What lies below is scrolled to.
      expect(await inEdges(page, { ...lying, top: 0, bottom: -1000 }, 'header, main, footer')).toEqual([])
      await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expect(menu.getByRole('button', { name: 'Close menu' })).toBeInViewport()
      // It slides in.
      await expect
        .poll(async () => (await menu.getByRole('link').first().boundingBox())?.x)
        .toBeGreaterThanOrEqual(lying.left)
    })
  })
})
