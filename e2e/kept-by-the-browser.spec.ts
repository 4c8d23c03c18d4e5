import { asSeller, seller } from './seller.ts'
import { cartLink, expect, findProduct, logIn, newPerson, open, test, toast } from './shop-test.ts'

// What a browser keeps, or does not: cookies that are blocked, storage that is refused, and what Safari ends after seven days.

const honey = 'Wild Forest Honey'

test.describe('where cookies are blocked', () => {
  test.use({ expectedErrors: [/401/] })
  const notKept = /Your browser did not keep the login. Allow cookies for this shop/

  test('nobody is welcomed: a login says what to allow', async ({ page, context, playwright }) => {
    const person = newPerson()
    await logIn(page, person)
    await asSeller(page)
    await context.clearCookies()
    // No cookie of the shop reaches the browser.
    const outside = await playwright.request.newContext()
    await page.route('**', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const answer = await outside.fetch(route.request())
      const { 'set-cookie': _, 'content-encoding': __, 'content-length': ___, ...headers } = answer.headers()
      await route.fulfill({ status: answer.status(), headers, body: await answer.body() })
    })
    await open(page, '/login')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('main').getByText(notKept)).toBeVisible()
    await expect(toast(page, /Welcome/)).toHaveCount(0)
    await open(page, '/seller')
    await page.getByLabel('Email').fill(seller.email)
    await page.getByLabel('Password', { exact: true }).fill(seller.password)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByText(notKept)).toBeVisible()
    await outside.dispose()
  })
})

test('a cart that the browser does not store says so', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  })
  const product = await findProduct(page, honey)
  await open(page, product.url)
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  await expect(toast(page, /kept until you leave this page only/)).toBeVisible()
  await expect(toast(page, 'Added to Cart')).toHaveCount(0)
})

test("a visitor's cart outlives what scripts have written", async ({ page, context }) => {
  const product = await findProduct(page, honey)
  await open(page, product.url)
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/cart/visitor'))
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click()
  const header = await (await kept).headerValue('set-cookie')
  expect(header).toContain('Path=/cart; Max-Age=7776000')
  const paths = (await context.cookies()).filter(({ name }) => name.includes('cart')).map(({ path }) => path)
  expect(paths).toContain('/')
  for (const path of ['/', '/cart']) {
    // As Safari does when nobody has come back for a week.
    await page.evaluate(() => localStorage.clear())
    await open(page, path)
    await expect(cartLink(page, 1)).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('link', { name: honey }).first()).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: `Remove ${honey}` })
    .click()
  await expect(page.getByText(`${honey} removed.`)).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await open(page, '/')
  await expect(cartLink(page, 0).first()).toBeAttached()
  expect((await context.cookies()).filter(({ name }) => name.includes('cart'))).toEqual([])
})
