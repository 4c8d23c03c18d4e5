import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { networkQuiet } from './network-quiet.ts'
import { expect, open, test } from './shop-test.ts'

// Bytes as they are sent, compressed. 1 kB is 1,000 bytes.
const HTML = 12_000
// What was done before the scripts came is taken over, a cart that Safari keeps, and an error page that cannot fail: 3 kB of it. A search that says what
// it left out, and thumbnails of 8 pictures: 0.3 kB. Filters by facts and sizes of 24 products: 1.3 kB;
// cards of families and suggestions while a search is typed: 1 kB. Makers and marks on cards: 0.3 kB. The names of
// eight more pages, which all pages are told: 0.5 kB. Those of the workshop and of an application's page: 0.5 kB. Pieces, story, holiday and login of the
// workshop, and the office's changes: 0.7 kB.
const HTML_CSS_AND_JS = 153_500
/** Three files, and the logo's Devanagari in one of its own. */
const FONTS = 47_000
const HERO_AT_960 = 45_000

test.afterEach(undoAll)

interface Sent {
  url: URL
  type: string
  bytes: number
}

/** What the browser fetches until nothing more is on its way. */
async function firstVisit(page: Page, path: string) {
  const sent: Promise<Sent>[] = []
  page.on('requestfinished', (request) => {
    const measured = request.sizes().then(({ responseBodySize }) => ({
      url: new URL(request.url()),
      type: request.resourceType(),
      bytes: responseBodySize,
    }))
    sent.push(measured)
  })
  await open(page, path)
  await networkQuiet(page)
  return Promise.all(sent)
}

const bytesOf = (sent: Sent[], ...types: string[]) =>
  sent.filter(({ type }) => types.includes(type)).reduce((sum, { bytes }) => sum + bytes, 0)

test('a first visit of the list weighs no more than its budget', async ({ page }) => {
  // A shop of its own: the tests before add products to the other.
  const shop = await startProcess({ DEMO: 'catalogue' })
  await until(shop, () => isReady(shop))
  const sent = await firstVisit(page, `${shop.origin}/products`)

  expect(bytesOf(sent, 'document')).toBeGreaterThan(0)
  expect(bytesOf(sent, 'document')).toBeLessThanOrEqual(HTML)
  expect(bytesOf(sent, 'document', 'stylesheet', 'script')).toBeLessThanOrEqual(HTML_CSS_AND_JS)
  expect(bytesOf(sent, 'font')).toBeLessThanOrEqual(FONTS)
  expect(sent.filter(({ url }) => url.origin !== shop.origin)).toEqual([])
})

for (const path of ['/', '/products', '/cart', '/my-orders']) {
  test(`${path} fetches no code of the seller`, async ({ page }) => {
    const scripts = (await firstVisit(page, path)).filter(({ type }) => type === 'script')
    expect(scripts.length).toBeGreaterThan(0)
    for (const { url } of scripts) {
      const code = await (await page.request.get(url.href)).text()
      // The list of routes names every page.
      if (!url.pathname.includes('manifest')) expect(code, url.pathname).not.toContain('/seller/product-list')
    }
  })

  test(`every picture and drawing of ${path} has its size, without the style sheet too`, async ({ page }) => {
    await page.goto(path)
    expect(await page.locator(':is(img, svg):not([width][height])').count()).toBe(0)
  })
}

test('the hero at 960 px', () => {
  const folder = 'build/pictures'
  const hero = readdirSync(folder).find((name) => name.startsWith('hero-'))
  for (const format of ['avif', 'webp'])
    expect(statSync(join(folder, hero ?? '', `960.${format}`)).size, format).toBeLessThanOrEqual(HERO_AT_960)
})

test('fonts are asked for by the page itself, not first by its style sheet', async ({ page }) => {
  await page.goto('/')
  const preloaded = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  const css = readdirSync('build/pages/client/assets').filter((file) => /^shop-.*\.css$/.test(file))
  expect(css).toHaveLength(1)
  const used = readFileSync(join('build/pages/client/assets', css[0] ?? ''), 'utf8')
  expect(preloaded).toHaveLength(4)
  for (const font of preloaded) expect(used).toContain(font)
})
