import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test'
import { isTakenOver } from '../scripts/browsers/in-page.ts'

interface ShopFixtures {
  /** Console errors that a test provokes on purpose, such as the browser's own line for a 404 page. */
  expectedErrors: RegExp[]
  /** The referrers that the site of applicants' pictures was told. */
  photoReferrers: (string | undefined)[]
  /** Fails the test when the browser reports an error. */
  quietConsole: undefined
}

/** The site that the pictures of applicants are on. Not a real one: `photoReferrers` answers for it, else it is not found. */
export const PHOTOS = 'https://photos.example'
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNg+M/wHwAEAQH/7yMK/gAAAABJRU5ErkJggg==',
  'base64',
)

/** Playwright's test, which also fails on any error in the browser's console. */
export const test = base.extend<ShopFixtures>({
  expectedErrors: [[], { option: true }],
  photoReferrers: [
    async ({ context }, use) => {
      const referrers: (string | undefined)[] = []
      await context.route(`${PHOTOS}/**`, (route) => {
        referrers.push(route.request().headers().referer)
        return route.fulfill({ contentType: 'image/png', body: onePixel })
      })
      await use(referrers)
    },
    {},
  ],
  quietConsole: [
    async ({ context, expectedErrors }, use) => {
      const errors: string[] = []
      const note = (text: string) => {
        if (!expectedErrors.some((expected) => expected.test(text))) errors.push(text)
      }
      context.on('console', (message) => {
        const { url } = message.location()
        if (message.type() === 'error' && !url.startsWith(PHOTOS)) note(`${message.text()} (${url})`)
      })
      context.on('weberror', (error) => note(String(error.error())))
      await use(undefined)
      expect(errors, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** No serious or critical finding of axe on the page as it stands; `any`: no finding at all. */
export async function expectAccessible(page: Page, findings: 'grave' | 'any' | 'contrast' = 'grave') {
  // A toast that is half faded in has too little contrast for a moment.
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
  // There are no frames, for which it would open a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const rules =
    findings === 'contrast'
      ? axe.withRules(['color-contrast'])
      : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  const { violations } = await rules.analyze()
  const counted = violations.filter(
    ({ impact }) => findings !== 'grave' || impact === 'serious' || impact === 'critical',
  )
  const told = counted.map(
    ({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `  ${node.html}`).join('\n')}`,
  )
  expect(told, `axe at ${page.url()}`).toEqual([])
}

/** Nothing sticks out: the page has no sideways scroll. */
export async function expectToFit(page: Page) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(excess, `sideways scroll at ${page.url()}`).toBeLessThanOrEqual(0)
  const spilt = await page
    .getByRole('link')
    .or(page.getByRole('button'))
    .filter({ visible: true })
    .evaluateAll((controls) =>
      controls
        .filter((control) => {
          const { display, overflowX } = getComputedStyle(control)
          if (display === 'inline' || overflowX !== 'visible') return false
          const box = control.getBoundingClientRect()
          const words = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
          for (let text = words.nextNode(); text; text = words.nextNode()) {
            const range = document.createRange()
            range.selectNodeContents(text)
            const { left, right, width } = range.getBoundingClientRect()
            // What is for screen readers alone is a pixel wide.
            if (width > 2 && (left < box.left - 1 || right > box.right + 1) && !text.parentElement?.closest('.sr-only'))
              return true
          }
          return false
        })
        .map((control) => control.outerHTML.slice(0, 200)),
    )
  expect(spilt, `words that do not fit their link or button at ${page.url()}`).toEqual([])
}

/** How large an element is laid out, in whole pixels, also while it still moves to its place. */
export const layoutSize = (element: Locator) =>
  element.evaluate((node) => {
    if (!(node instanceof HTMLElement)) throw new Error('only elements of HTML have a layout size')
    return { width: node.offsetWidth, height: node.offsetHeight }
  })

/** Opens a page and waits until it reacts to the keyboard and the pointer. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await hydrated(page)
  return response
}

/** Waits until JavaScript has taken over the page that the server sent. */
export async function hydrated(page: Page) {
  // Asked for by the clock, not by frames: a browser without a window may draw none.
  await page.waitForFunction(isTakenOver, undefined, { polling: 50 })
}

/**
 * Waits until the page is as its scripts leave it: React has taken over all of it, and what was asked for on the way (code of parts, lines
 * of the cart, pictures) has come and is drawn. What was not asked for by then is asked for by somebody's act alone.
 */
export async function settled(page: Page) {
  await hydrated(page)
  // The parts of a page are taken over one by one; then effects run, and early acts are told once more.
  await page.waitForFunction(
    () => {
      const key = Object.keys(document).find((name) => name.startsWith('__reactContainer'))
      return key && Reflect.get(document, key).stateNode.current.memoizedState.isDehydrated === false
    },
    undefined,
    { polling: 50 },
  )
  let last: Request | undefined
  for (;;) {
    await framesDrawn(page)
    const asked = await page.requests()
    if (asked.at(-1) === last) return
    last = asked.at(-1)
    // Its size is known when all of an answer has come; `finished()` hears only of those that end later. One that failed has none.
    await Promise.all(asked.map((request) => request.sizes().catch(() => {})))
  }
}

/** Waits until what was changed so far has been drawn, and told to those who observe the page. */
export const framesDrawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => setTimeout(resolve))
  })

/** The search of the shop's top bar. Its role is another one as soon as it can suggest something. */
export const searchField = (page: Page) => page.getByLabel('Search products')

let people = 0
/** Somebody who has no account yet. */
export function newPerson() {
  people += 1
  return {
    name: 'Ananya Rao',
    email: `ananya.${process.pid}.${Date.now()}.${people}@example.com`,
    password: 'kantha stitch 42',
  }
}
export type Person = ReturnType<typeof newPerson>

export const address = {
  firstName: 'Ananya',
  lastName: 'Rao',
  street: 'Flat 4B, Kaveri Residency, 12th Main Road',
  zipcode: '560038',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  phone: '98450 12345',
}

/** Makes an account through the API and logs this browser in. Pages that are open already do not know of it. */
export async function logIn(page: Page, person = newPerson()) {
  const answer = await page.request.post('/api/user/register', { data: person })
  expect(answer.status(), await answer.text()).toBe(200)
  return person
}

/** Saves an address for the shopper of this browser through the API. */
export async function saveAddress(page: Page, person: Person) {
  const answer = await page.request.post('/api/address/add', { data: { ...address, email: person.email } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Orders pieces of a product to the first saved address, cash on delivery, through the API. Gives the order's id. */
export async function orderByCash(page: Page, product: string, quantity = 1) {
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const data = { items: [{ product, quantity }], address: addresses[0]._id }
  const answer = await page.request.post('/api/order/cod', { data })
  expect(answer.status(), await answer.text()).toBe(200)
  return String((await answer.json()).orderId)
}

interface ListedProduct {
  _id: string
  name: string
  category: string
}

/** A product of the shop by its name, through the API. */
export async function findProduct(page: Page, name: string) {
  const answer = await page.request.get('/api/product/list', { params: { q: name, limit: '100' } })
  const { products }: { products: ListedProduct[] } = await answer.json()
  const product = products.find((candidate) => candidate.name === name)
  if (!product) throw new Error(`The shop has no ${name}`)
  return { ...product, url: `/products/${product.category.toLowerCase()}/${product._id}` }
}

/** The message that shows for a moment at the top. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('status').or(page.getByRole('alert')).getByText(text)

/** The link to the cart with its count of pieces. */
export const cartLink = (page: Page, units: number) =>
  page
    .getByRole('banner')
    .getByRole('link', { name: units === 1 ? 'Cart, 1 item' : `Cart, ${units} items`, exact: true })
