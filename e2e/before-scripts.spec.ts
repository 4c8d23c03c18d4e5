import type { Browser, Page, PlaywrightWorkerArgs } from '@playwright/test'
import { isReady } from '#testing/http.ts'
import { startProcess } from '#testing/processes.ts'
import { until } from '#testing/program.ts'
import { undoAll } from '#testing/undo.ts'
import { everyPage } from './all-pages.ts'
import { placeOrderButton } from './checkout.ts'
import { asSeller } from './seller.ts'
import {
  cartLink,
  expect,
  expectAccessible,
  expectToFit,
  findProduct,
  hydrated,
  logIn,
  newPerson,
  open,
  saveAddress,
  searchField,
  settled,
  test,
} from './shop-test.ts'

// What stands in a page and what people do in it before its scripts have come.

test.afterEach(undoAll)

const SCRIPTS = /\/assets\/[^/]+\.js$/
/** A script that is asked for once the others run, such as that of a part, takes so long: what has gone meanwhile is seen. */
const LATER_MS = 150

/** Opens a page whose scripts do not come before `letGo` is called. */
async function openHeld(page: Page, path: string) {
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  let isLetGo = false
  await page.route(SCRIPTS, async (route) => {
    if (isLetGo) await new Promise((go) => setTimeout(go, LATER_MS))
    await released
    await route.continue().catch(() => {})
  })
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const isTakenOver = () => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))
  expect(await page.evaluate(isTakenOver), 'scripts had run already').toBe(false)
  return async () => {
    isLetGo = true
    letGo()
    await settled(page)
  }
}

/** Goes when scripts can do the same at once, or better: Show more takes the place of the links to other pages. */
const WITHOUT_SCRIPTS = /^(?:Apply|Page \d+ of \d+|Next page)$/

/** Notes each text that stands in the page and goes for a moment or for good. Gives them. */
async function watchTexts(page: Page) {
  await page.evaluate(() => {
    const shown = () => {
      const texts = new Set<string>()
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const words = text.nodeValue?.trim() ?? ''
        if (words !== '' && text.parentElement?.checkVisibility()) texts.add(words)
      }
      return texts
    }
    const before = shown()
    const gone = new Set<string>()
    const look = () => {
      const now = shown()
      for (const words of before) if (!now.has(words)) gone.add(words)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { goneTexts: () => [...gone] })
  })
  return async (): Promise<string[]> => {
    const gone: string[] = await page.evaluate(() => Reflect.get(window, 'goneTexts')())
    return gone.filter((words) => !WITHOUT_SCRIPTS.test(words))
  }
}

/** They lead somewhere, or save, as soon as they are changed: each has a test of its own. */
const ACTS_AT_ONCE = ['q', 'sort', 'min', 'max', 'offer', 'quantity', 'stock', 'producer', 'category', 'state']

/** Changes every control that is seen, and opens what can be opened, all at once. Gives how many, and a look at what of it is no longer so. */
async function actOnAll(page: Page) {
  const count = await page.evaluate((actAtOnce) => {
    const typed: Record<string, string> = { email: 'asha@example.com', date: '2026-11-20', number: '1', url: '/a.jpg' }
    const acted: [Element, () => unknown, unknown][] = []
    for (const control of document.querySelectorAll('input, select, textarea')) {
      const isControl =
        control instanceof HTMLInputElement ||
        control instanceof HTMLSelectElement ||
        control instanceof HTMLTextAreaElement
      if (!isControl || !control.checkVisibility() || control.matches(':disabled, [readonly]')) continue
      const isFilter = control instanceof HTMLSelectElement && control.form?.method === 'get'
      if (isFilter || (actAtOnce.includes(control.name) && control.type !== 'checkbox') || control.name === 'offer')
        continue
      if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type)) {
        if (control.type === 'radio' && control.checked) continue
        control.click()
        acted.push([control, () => control.checked, control.checked])
      } else if (control.type !== 'hidden' && control.type !== 'file') {
        if (control instanceof HTMLSelectElement) control.selectedIndex = control.options.length - 1
        else control.value = control.name === 'country' ? 'India ' : (typed[control.type] ?? '110001')
        control.dispatchEvent(new Event('input', { bubbles: true }))
        control.dispatchEvent(new Event('change', { bubbles: true }))
        acted.push([control, () => control.value, control.value])
      }
    }
    // Of a group of radios the last one that was pressed is chosen.
    for (const one of acted) one[2] = one[1]()
    for (const details of document.querySelectorAll('details')) {
      if (!details.checkVisibility() || details.open) continue
      details.querySelector('summary')?.click()
      acted.push([details, () => details.open, true])
    }
    const lost = () =>
      acted.flatMap(([element, now, then]) =>
        element.isConnected && now() === then ? [] : [`${element.outerHTML.slice(0, 160)}: ${then} -> ${now()}`],
      )
    Object.assign(window, { lostActs: lost })
    return acted.length
  }, ACTS_AT_ONCE)
  return { count, lost: (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'lostActs')()) }
}

/** Controls that show another value or tick than the one that the page goes on with. */
const untrue = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')].flatMap((control) => {
      const key = Object.keys(control).find((name) => name.startsWith('__reactProps'))
      const props: unknown = key && Reflect.get(control, key)
      if (typeof props !== 'object' || props === null) return []
      const isTick = control.matches('[type=checkbox], [type=radio]')
      const held: unknown = Reflect.get(props, isTick ? 'checked' : 'value')
      const shown: unknown = Reflect.get(control, isTick ? 'checked' : 'value')
      return held === undefined || held === null || String(held) === String(shown)
        ? []
        : [`${control.outerHTML.slice(0, 160)}: shows ${shown}, counts as ${held}`]
    }),
  )

/** The pages of a visitor, a shopper or the seller of a shop in which everything has happened once, and a browser of theirs. */
async function pagesOf(
  who: 'visitor' | 'shopper' | 'seller',
  browser: Browser,
  playwright: PlaywrightWorkerArgs['playwright'],
) {
  const shop = await startProcess({ DEMO: 'catalogue', RATE_LIMIT: 'off' })
  await until(shop, () => isReady(shop))
  const { browsers, pages, product } = await everyPage(playwright, shop.origin)
  await browsers.shopper.post('/api/cart/update', { data: { cartItems: { [product._id]: 2 } } })
  const ofShop = pages.filter((path) => !path.startsWith('/seller') && !/logout|loader|checkout/.test(path))
  const own = ['/', '/cart', '/account', '/my-orders', '/add-address']
  const paths = {
    visitor: [...ofShop, '/products?q=qqqqqq', '/products?q=vaes', '/products/lamps', '/login?mode=register'],
    shopper: [...new Set([...own, ...ofShop.filter((path) => /return|address/.test(path))])],
    seller: pages.filter((path) => path.startsWith('/seller')),
  }[who]
  const storageState = await browsers[who].storageState()
  return { context: await browser.newContext({ baseURL: shop.origin, storageState }), paths }
}

/**
 * What in this page is no longer as it stood when its scripts have come, and what that was done in it before is no longer so then, and after
 * F5, Back and F5.
 */
async function lookAt(page: Page, path: string) {
  const letStand = await openHeld(page, path)
  const gone = await watchTexts(page)
  await letStand()
  const wrong = await gone()
  await page.unrouteAll()

  const letGo = await openHeld(page, path)
  const { count, lost } = await actOnAll(page)
  if (count === 0) return { count, wrong }
  await letGo()
  wrong.push(...(await lost()), ...(await untrue(page)))
  await page.unrouteAll()
  const look = async (when: string) => {
    await settled(page)
    for (const one of await untrue(page)) wrong.push(`${when}: ${one}`)
  }
  await page.reload()
  await look('F5')
  await page.goto(path === '/mission' ? '/contact' : '/mission')
  await page.goBack()
  await look('Back')
  await page.reload()
  await look('F5 again')
  return { count, wrong }
}

for (const who of ['visitor', 'shopper', 'seller'] as const)
  test(`what stands in a page of a ${who}, and what they did in it, stays when its scripts come and after F5, Back and F5`, async ({
    browser,
    playwright,
  }) => {
    test.setTimeout(900_000)
    const { context, paths } = await pagesOf(who, browser, playwright)
    const wrong: string[] = []
    let acts = 0
    for (const path of paths) {
      const page = await context.newPage()
      const seen = await lookAt(page, path)
      acts += seen.count
      for (const found of seen.wrong) wrong.push(`${path}: ${found}`)
      await page.close()
    }
    await context.close()
    expect(wrong).toEqual([])
    expect(acts).toBeGreaterThan(10)
  })

test.describe('a press before the scripts are there', () => {
  test('sorts the list', async ({ page }) => {
    const letGo = await openHeld(page, '/products')
    await page.getByLabel('Sort by').selectOption('price-asc')
    await letGo()
    await expect(page).toHaveURL(/sort=price-asc/)
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
  })

  test('on a filter filters, whatever stood there before a reload', async ({ page }) => {
    const letGo = await openHeld(page, '/products')
    const offer = page.getByLabel('On offer').filter({ visible: true })
    await offer.check()
    await letGo()
    await expect(page).toHaveURL(/offer=1/)
    await page.reload()
    await hydrated(page)
    await page.goBack()
    await expect(page).toHaveURL(/products$/)
    await hydrated(page)
    await page.reload()
    await settled(page)
    await expect(page).toHaveURL(/products$/)
    await expect(offer).not.toBeChecked()
  })

  test('changes the quantity in the cart, and is kept', async ({ page }) => {
    await logIn(page)
    const { _id, name } = await findProduct(page, 'Wild Forest Honey')
    await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
    const letGo = await openHeld(page, '/cart')
    await page.getByLabel(`Quantity, ${name}`).selectOption('4')
    const kept = page.waitForResponse('**/api/cart/update')
    await letGo()
    await expect(cartLink(page, 4)).toBeVisible()
    await kept
    await page.reload()
    await expect(page.getByLabel(`Quantity, ${name}`)).toHaveValue('4')
  })

  test('selects a product of the seller', async ({ page }) => {
    await asSeller(page)
    const letGo = await openHeld(page, '/seller/product-list')
    await page
      .getByRole('checkbox', { name: /^Select / })
      .first()
      .check()
    await letGo()
    await expect(page.getByRole('status').filter({ hasText: '1 selected' })).toBeVisible()
  })

  test('opens the account menu, which stays open', async ({ page }) => {
    await logIn(page)
    const letGo = await openHeld(page, '/')
    const menu = page.getByRole('button', { name: 'Account menu for Ananya' }).filter({ visible: true })
    await menu.click()
    await letGo()
    await expect(page.locator('#account-menu')).toBeVisible()
    // What is opened while the next page is on its way stays as well.
    await page.keyboard.press('Escape')
    const { promise: released, resolve } = Promise.withResolvers<void>()
    await page.route(/\.data/, async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
    await menu.click()
    resolve()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('A fair price')
    await expect(page.locator('#account-menu')).toBeVisible()
    await expect(menu).toBeFocused()
    await page.goBack()
    await expect(page.locator('#account-menu')).toBeHidden()
  })

  test('leaves words in the search and in the login', async ({ page }) => {
    const search = searchField(page)
    const ofForm = await openHeld(page, '/producerform')
    await search.fill('blue bowl')
    await page.getByRole('heading', { level: 1 }).click()
    await ofForm()
    await expect(search).toHaveValue('blue bowl')
    await expect(page).toHaveURL(/producerform/)
    await page.unroute(SCRIPTS)
    // Who is still at it searches as if the scripts had been there.
    const ofMission = await openHeld(page, '/mission')
    await search.fill('vase')
    await ofMission()
    await expect(page).toHaveURL(/\/products\?q=vase/)
    await expect(search).toHaveValue('vase')
    await expect(search).toBeFocused()
    await page.unroute(SCRIPTS)
    const ofLogin = await openHeld(page, '/account')
    await page.getByLabel('Email').filter({ visible: true }).fill('asha@example.com')
    await page.getByLabel('Password', { exact: true }).pressSequentially('kulhad')
    await ofLogin()
    await page.keyboard.type(' chai')
    await expect(page.getByLabel('Email').filter({ visible: true })).toHaveValue('asha@example.com')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('kulhad chai')
  })
})

test.describe('a cart that is ordered', () => {
  test('stays drawn, and busy, until the next page is there; elsewhere it is not ordered again without a word', async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = newPerson()
    await logIn(page, person)
    await saveAddress(page, person)
    const { _id } = await findProduct(page, 'Wild Forest Honey')
    await page.request.post('/api/cart/update', { data: { cartItems: { [_id]: 1 } } })
    const elsewhere = await browser.newContext({
      storageState: await page.context().storageState(),
      ...(baseURL ? { baseURL } : {}),
    })
    const other = await elsewhere.newPage()
    await open(other, '/cart')
    await open(page, '/cart')
    const gone = await watchTexts(page)
    let wasThere: string[] = []
    await page.exposeFunction('noteGone', (texts: string[]) => {
      wasThere = texts
    })
    // What had gone by the time that the next page's heading comes.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent?.startsWith('Your cart') === false) return
        Reflect.get(window, 'noteGone')(Reflect.get(window, 'goneTexts')())
      }).observe(document.body, { childList: true, subtree: true })
    })
    await placeOrderButton(page).click()
    await expect(page.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible()
    expect(await gone()).toContain('Your cart')
    expect(wasThere).not.toContain('Wild Forest Honey')
    expect(wasThere).not.toContain('Your cart')

    const countOrders = async () => (await (await page.request.get('/api/order/user')).json()).total
    await placeOrderButton(other).click()
    const question = other.getByRole('dialog', {
      name: /You ordered this \d+ seconds? ago: order #\d+. Order it again\?/,
    })
    await expect(question).toBeVisible()
    await expectAccessible(other)
    await expectToFit(other)
    expect(await countOrders()).toBe(1)
    await question.getByRole('button', { name: 'Order it again' }).click()
    await expect(other.getByRole('heading', { level: 1, name: /Thank you/ })).toBeVisible()
    expect(await countOrders()).toBe(2)
    await elsewhere.close()
  })
})
