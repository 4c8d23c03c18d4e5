import { type Locator, type Page, request } from '@playwright/test'
import { applicationsOf, newApplication } from './applications.ts'
import { scripts } from './extra-products.ts'
import { asSeller } from './seller.ts'
import { address, expect, findProduct, logIn, open, test } from './shop-test.ts'

// Names that are read from right to left, as the seller meets them: what stands beside them keeps its place. And names in the scripts
// of India, on a device that has no letters for them.

const name = 'سلمى خان'
/** As somebody types it who wants the words after it to stand backwards. */
const turned = `\u202e${name}\u2067`

const isolated = (place: Locator, text: string) =>
  expect(place.locator('bdi').filter({ hasText: text, visible: true }).first())

test('an order of somebody whose name is read from right to left', async ({ page }) => {
  const { email } = await logIn(page)
  const home = { ...address, email, firstName: turned, lastName: 'خان' }
  const saved = await (await page.request.post('/api/address/add', { data: home })).json()
  expect(saved.address.firstName).toBe(name)
  const { _id } = await findProduct(page, 'Jaipur Blue Lidded Jar')
  const data = { items: [{ product: _id, quantity: 1 }], address: saved.address._id }
  const { orderId } = await (await page.request.post('/api/order/cod', { data })).json()
  await asSeller(page)
  const main = page.getByRole('main')
  for (const path of ['/seller/orders', `/seller/orders/${orderId}`, `/seller/orders/${orderId}/invoice`]) {
    await open(page, path)
    await isolated(main, name).toBeVisible()
    expect(await main.innerText()).not.toMatch(/\p{Cf}/u)
  }
})

test('an application by one, and what is asked about it', async ({ page, baseURL }) => {
  const application = { ...newApplication(), name: turned, location: '\u202bلاہور' }
  const visitor = await request.newContext({ ...(baseURL ? { baseURL } : {}) })
  expect((await visitor.post('/api/producer/submit', { data: application })).status()).toBe(200)
  await visitor.dispose()
  await asSeller(page)
  const [waiting] = await applicationsOf(page.request, application.email)
  expect(waiting?.name).toBe(name)
  await open(page, `/seller/producer-applications?id=${waiting?._id}`)
  await isolated(page.getByRole('main'), name).toBeVisible()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Approve ${name}?` })
  await isolated(dialog, name).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep pending' }).click()
  await open(page, `/seller/producer-applications?id=${waiting?._id}&decide=rejected`)
  await isolated(page.getByText(`Reject ${name}?`), name).toBeVisible()
})

/** The files of letters other than Latin ones that the page fetches. */
function watchFonts(page: Page) {
  const fetched = new Set<string>()
  page.on('request', (request) => {
    const [, script] = /\/assets\/([a-z]+)-[\w-]+\.woff2$/.exec(request.url()) ?? []
    if (script && script in scripts) fetched.add(script)
  })
  return fetched
}

/** Whether each letter of the element, and of what is in it, is drawn with a font that came with the page. */
async function isInOurFonts(page: Page, selector: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const used = await Promise.all(nodeIds.map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })))
  await session.detach()
  return used.length > 0 && used.every(({ fonts }) => fonts.length > 0 && fonts.every((font) => font.isCustomFont))
}

test('names in the scripts of India come with their letters, and pages without such names fetch none', async ({
  page,
}) => {
  const fetched = watchFonts(page)
  for (const path of ['/', '/products']) {
    await open(page, path)
    await page.evaluate(async () => document.fonts.ready)
  }
  expect([...fetched]).toEqual([])

  const { url } = await findProduct(page, scripts.devanagari)
  await open(page, url)
  await expect(page.getByRole('heading', { level: 1, name: scripts.devanagari })).toBeVisible()
  await expect.poll(() => isInOurFonts(page, 'main h1, [aria-labelledby=about] li')).toBe(true)
  expect([...fetched].sort()).toEqual(Object.keys(scripts).sort())
})
