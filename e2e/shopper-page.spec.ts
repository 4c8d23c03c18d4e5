import type { Page } from '@playwright/test'
import { MOST_SHIFT, shiftOf, watchShift } from './layout-shift.ts'
import { cartLink, expect, findProduct, hydrated, logIn, newPerson, settled, test } from './shop-test.ts'

const honey = 'Wild Forest Honey'

/** A shopper with three of a product in the cart. */
async function withCart(page: Page, person = newPerson()) {
  await logIn(page, person)
  const product = await findProduct(page, honey)
  await page.request.post('/api/cart/update', { data: { cartItems: { [product._id]: 3 } } })
  return { person, product, pages: ['/', `/products?q=${honey.replaceAll(' ', '+')}`, product.url] }
}

const menuOf = (page: Page, firstName: string) => page.getByRole('button', { name: `Account menu for ${firstName}` })
const stepper = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('group', { name: `Quantity of ${honey} in cart` })
    .filter({ visible: true })

async function expectOwn(page: Page, firstName = 'Ananya') {
  await expect(menuOf(page, firstName)).toBeVisible()
  await expect(cartLink(page, 3)).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toHaveCount(0)
  if (new URL(page.url()).pathname !== '/') await expect(stepper(page).first()).toContainText('3')
}

test('the first paint shows who is logged in and what is in the cart, and scripts change nothing of it', async ({
  page,
}) => {
  const { pages } = await withCart(page)
  await watchShift(page)
  for (const url of [...pages, ...pages]) {
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    const scripts = /\/assets\/[^/]+\.js$/
    await page.route(scripts, async (route) => {
      await released
      await route.continue()
    })
    await page.goto(url, { waitUntil: 'commit' })
    await expectOwn(page)
    const isHydrated = () =>
      page.evaluate(() =>
        Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')),
      )
    expect(await isHydrated(), 'scripts had run already').toBe(false)
    const before = await page.getByRole('banner').textContent()
    letGo()
    await settled(page)
    await expectOwn(page)
    expect(await page.getByRole('banner').textContent()).toBe(before)
    expect(await shiftOf(page), url).toBeLessThanOrEqual(MOST_SHIFT)
    await page.unroute(scripts)
  }
})

test('the browser reads the same page whichever way it was compressed', async ({ page }) => {
  const { pages } = await withCart(page)
  await page.goto('/mission')
  for (const url of ['/', '/products', '/products/food-spices', '/producers', '/mission', ...pages]) {
    for (const _ of ['prepared', 'ready']) {
      const read = await page.evaluate(async (address) => {
        const answer = await fetch(address)
        return { text: await answer.text(), encoding: answer.headers.get('content-encoding') }
      }, url)
      const plain = await page.request.get(url, { headers: { 'accept-encoding': 'identity' } })
      expect(['br', 'gzip'], url).toContain(read.encoding)
      expect(read.text === (await plain.text()), url).toBe(true)
    }
  }
})

test('walking on, putting into the cart and logging out go on from there', async ({ page }) => {
  const { product } = await withCart(page)
  await page.goto('/products?q=Wild+Forest+Honey')
  await hydrated(page)
  await stepper(page).getByRole('button', { name: 'Add one more' }).click()
  await expect(cartLink(page, 4)).toBeVisible()
  const data = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('.data'))
  await page.getByRole('main').getByRole('link', { name: honey }).click()
  // Without the root loader: the same for all.
  expect(new URL((await data).url()).searchParams.get('_routes')).not.toMatch(/^(.*,)?root(,.*)?$/)
  await expect(page).toHaveURL(new RegExp(product._id))
  await expect(stepper(page).first()).toContainText('4')
  await menuOf(page, 'Ananya').click()
  await page.getByRole('button', { name: 'Logout' }).filter({ visible: true }).click()
  await expect(menuOf(page, 'Ananya')).toHaveCount(0)
  await expect(cartLink(page, 0)).toBeAttached()
  await page.reload()
  await hydrated(page)
  await expect(menuOf(page, 'Ananya')).toHaveCount(0)
})

test('a menu that is opened while the next page comes stays open and keeps the focus', async ({ page }) => {
  await withCart(page)
  await page.goto('/products?q=Wild+Forest+Honey')
  await hydrated(page)
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    await released
    await route.continue()
  })
  const asked = page.waitForRequest(/\.data(\?|$)/)
  await page.getByRole('main').getByRole('link', { name: honey }).click()
  await asked
  await menuOf(page, 'Ananya').click()
  letGo()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Wild Forest Honey')
  await expect(page.locator('#account-menu')).toBeVisible()
  await expect(menuOf(page, 'Ananya')).toBeFocused()
})

for (const name of [
  `Tara "Tee" O'Neil`,
  '</script><b>Bob',
  'मीरा नायर',
  'ליאת כהן',
  `Raja${'lakshmi'.repeat(12)} Iyer`,
]) {
  test(`${name} is shown as it is`, async ({ page }) => {
    await withCart(page, { ...newPerson(), name })
    for (const _ of ['prepared', 'prepared', 'ready']) {
      await page.goto('/products')
      await hydrated(page)
      await expect(menuOf(page, name.split(' ')[0] ?? name)).toBeVisible()
      await menuOf(page, name.split(' ')[0] ?? name).click()
      await expect(page.getByText(name, { exact: true }).filter({ visible: true })).toBeVisible()
    }
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a shopper sees account menu, badge and what is in the cart on cards', async ({ page }) => {
    const { person, pages } = await withCart(page)
    for (const url of [...pages, ...pages]) {
      await page.goto(url)
      await expectOwn(page)
      await menuOf(page, 'Ananya').click()
      await expect(page.getByText(person.email)).toBeVisible()
      await expect(page.getByRole('link', { name: 'My Orders' }).filter({ visible: true })).toBeVisible()
    }
  })
})

test('two shoppers and a visitor at once see their own', async ({ browser, baseURL }) => {
  const people = ['Quorilla', 'Wexfordina', undefined]
  const contexts = await Promise.all(people.map(() => browser.newContext(baseURL ? { baseURL } : {})))
  await Promise.all(
    contexts.map(async (context, at) => {
      const page = await context.newPage()
      const name = people[at]
      if (name) await withCart(page, { ...newPerson(), name })
      for (let turn = 0; turn < 5; turn++) {
        await page.goto('/products')
        if (name) await expect(menuOf(page, name)).toBeVisible()
        else
          await expect(
            page.getByRole('banner').getByRole('button', { name: 'Login' }).filter({ visible: true }),
          ).toBeVisible()
        const html = await page.content()
        for (const other of people) if (other && other !== name) expect(html).not.toContain(other)
      }
    }),
  )
  for (const context of contexts) await context.close()
})

test('a page of before the login that Back takes out of the browser’s cache says who is logged in', async ({
  page,
}) => {
  const person = newPerson()
  await page.goto('/mission')
  await settled(page)
  await page.goto('/contact')
  await settled(page)
  await page.request.post('/api/user/register', { data: person })
  await page.goBack()
  expect(
    await page.evaluate(() => performance.getEntriesByType('navigation').map((entry) => entry.toJSON())),
  ).toMatchObject([{ type: 'back_forward', transferSize: 0 }])
  await expect(menuOf(page, 'Ananya')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: 'Login' })).toHaveCount(0)
})
