import type { Page } from '@playwright/test'
import { demoSeller } from '#kernel/config.ts'
import { cartLink, expect, findProduct, hydrated, logIn, newPerson, open, test, toast } from './shop-test.ts'

// Chromium, with what other browsers lack taken out of it: docs/browsers.md.

const scarf = 'Indigo Shibori Scarf'

/** What a browser lacks, and what the shop then is. */
const lacks = {
  popovers: () => {
    for (const name of ['showPopover', 'hidePopover', 'togglePopover', 'popover'])
      Reflect.deleteProperty(HTMLElement.prototype, name)
  },
  toSorted: () => Reflect.deleteProperty(Array.prototype, 'toSorted'),
}

for (const [name, lack] of Object.entries(lacks))
  test.describe(`a browser without ${name}`, () => {
    test.use({ viewport: { width: 390, height: 844 } })
    test.beforeEach(({ page }) => page.addInitScript(lack))

    test('gets the shop that works without scripts, and never starts them', async ({ page }) => {
      const scripts: string[] = []
      page.on('request', (request) => {
        if (request.resourceType() === 'script') scripts.push(request.url())
      })
      await page.goto('/products')
      const menu = page.locator('summary[aria-label=Menu]')
      await menu.click()
      await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Textiles & Clothing' }).click()
      await expect(page).toHaveURL(/textiles/)
      await menu.click()
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible()
      await menu.click()
      await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden()

      // What stands in noscript is there.
      await page.getByLabel('Sort by').selectOption({ index: 1 })
      await page.getByRole('button', { name: 'Sort', exact: true }).click()
      await expect(page).toHaveURL(/sort=/)

      await page.goto((await findProduct(page, scarf)).url)
      await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Add to Cart' }).click()
      await expect(page).toHaveURL(/\/cart/)
      await expect(page.getByRole('main')).toContainText(scarf)
      expect(scripts).toEqual([])
    })

    test('opens the account panel', async ({ page }) => {
      await logIn(page)
      await page.goto('/')
      const panel = page.locator('#account-menu')
      await expect(panel).toBeHidden()
      await page.locator('summary[aria-label="Account menu"]').click()
      await panel.getByRole('link', { name: 'My Orders' }).click()
      await expect(page).toHaveURL(/\/my-orders$/)
    })
  })

test('the menu and the account panel need no details where popovers are known', async ({ page }) => {
  await logIn(page)
  await open(page, '/')
  await expect(page.locator('header summary').filter({ visible: true })).toHaveCount(0)
})

/** As in browsers that know no invoker commands: their attributes mean nothing. */
const withoutCommands = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      for (const button of document.querySelectorAll('[commandfor]')) button.removeAttribute('commandfor')
    }).observe(document, { childList: true, subtree: true })
  })

test.describe('without invoker commands', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('Menu opens at the first tap before scripts have come, stays open, and closes', async ({ page }) => {
    await withoutCommands(page)
    const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/products', { waitUntil: 'commit' })
    const button = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true })
    const dialog = page.getByRole('dialog', { name: 'Menu' })
    await button.click()
    await expect(dialog).toBeVisible()
    letGo()
    await hydrated(page)
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Close menu' }).click()
    await expect(dialog).toBeHidden()
    await button.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('the account panel that was opened before scripts came stays open, and a move closes it', async ({ page }) => {
  await logIn(page)
  const { promise: released, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Account menu for Ananya' }).click()
  letGo()
  await hydrated(page)
  const panel = page.locator('#account-menu')
  await expect(panel).toBeVisible()
  await panel.getByRole('link', { name: 'My Orders' }).click()
  await expect(page).toHaveURL(/\/my-orders$/)
  await expect(panel).toBeHidden()
})

test.describe('what the browser should tell may not come:', () => {
  for (const [name, silence] of Object.entries({
    'no observer of paints': () => Reflect.deleteProperty(window, 'PerformanceObserver'),
    'an observer that sees no paint': () => {
      PerformanceObserver.prototype.observe = () => {}
    },
    'no frames and no paint': () => {
      PerformanceObserver.prototype.observe = () => {}
      let isFirst = true
      const later = window.requestAnimationFrame
      window.requestAnimationFrame = (draw) => {
        // React's own frames come.
        if (document.readyState === 'complete' || !isFirst) return later(draw)
        isFirst = false
        return 0
      }
    },
  }))
    test(`${name}: scripts start all the same, without waiting for the time`, async ({ page }) => {
      await page.clock.install()
      await page.addInitScript(silence)
      const scripts = page.waitForRequest((request) => request.resourceType() === 'script')
      await page.goto('/products')
      await scripts
    })

  test('storage that is null throws nowhere', async ({ page }) => {
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { configurable: true, get: () => null })
    })
    await open(page, '/products/textiles-and-clothing')
    await page.getByRole('main').getByRole('link', { name: scarf }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(scarf)
    // The card's name stands there before the address is the product's.
    await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
    await page.goBack()
    await open(page, '/producerform')
    await page.getByLabel('Your name').first().fill('Bina')
    expect(said).toEqual([])
  })

  test.describe('the login modal', () => {
    test.use({ expectedErrors: [/login-modal/] })

    test('that does not come because somebody leaves leads them nowhere else', async ({ page }) => {
      await page.clock.install()
      const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      await page.route('**/login-modal*.js', async (route) => {
        isAsked()
        await left
        await route.abort()
      })
      await page.goto('/account')
      await asked
      await page.evaluate(() => window.dispatchEvent(new Event('beforeunload')))
      const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('login-modal'))
      leave()
      await failed
      await page.clock.runFor(9000)
      await expect(page).toHaveURL(/\/account$/)
    })

    test('whose file is missing leads to the login page', async ({ page }) => {
      await page.route('**/login-modal*.js', (route) => route.abort())
      await page.goto('/account')
      await expect(page).toHaveURL(/\/login\?next=%2Faccount$/)
    })
  })
})

test('a page that Back brings as it was left reads cart and login again', async ({ page }) => {
  await open(page, '/')
  const { _id } = await findProduct(page, scarf)
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await page.evaluate(
    (id) => localStorage.setItem('haat-cart', JSON.stringify({ version: 1, items: { [id]: 2 }, units: 2 })),
    _id,
  )
  await comeBack()
  await expect(cartLink(page, 2)).toBeVisible()
  await logIn(page)
  await comeBack()
  await expect(page.getByRole('button', { name: 'Account menu for Ananya' })).toBeVisible()
})

test.describe('a component that throws', () => {
  test.use({ expectedErrors: [/planted/] })
  const broken = (page: Page) => page.getByRole('heading', { level: 1, name: 'Something broke on our side' })

  test('in an effect of the layout leaves words and links, and the tab answers', async ({ page }) => {
    await page.addInitScript(() => {
      HTMLElement.prototype.showPopover = () => {
        throw new Error('planted')
      }
    })
    await page.goto('/products')
    await expect(broken(page)).toBeVisible()
    await expect(page).toHaveTitle(/^Something broke/)
    await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '/products')
    await page.getByRole('link', { name: 'Home' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  test('in the layout of the seller does so, too', async ({ page }) => {
    await page.request.post('/api/seller/login', { data: demoSeller })
    await page.addInitScript(() => {
      HTMLElement.prototype.showPopover = () => {
        throw new Error('planted')
      }
    })
    await page.goto('/seller/orders')
    await expect(broken(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/seller')
  })

  test('in a page leaves the layout as it is', async ({ page }) => {
    await page.addInitScript(() => {
      Array.prototype.toSorted = () => {
        throw new Error('planted')
      }
    })
    await open(page, (await findProduct(page, scarf)).url)
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Add to Cart', exact: true })
      .filter({ visible: true })
      .click()
    await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
    await expect(broken(page)).toBeVisible()
    await expect(cartLink(page, 1)).toBeVisible()
    await page.getByRole('banner').getByRole('link', { name: 'Haat' }).click()
    await expect(broken(page)).toHaveCount(0)
  })
})

test.describe('messages, dialogs, menus', () => {
  test('a message is as high as its words, below what was pressed, and has an edge in forced colours', async ({
    page,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await open(page, '/products')
    const add = page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first()
    // Under the place of messages.
    await add.evaluate((button) => window.scrollTo(0, button.getBoundingClientRect().top + scrollY - 20))
    const pressed = await add.boundingBox()
    await add.click()
    const message = toast(page, 'Added to Cart')
    await expect(message).toBeVisible()
    const stack = page.locator('[popover=manual]')
    const { display, outline, height } = await stack.evaluate((element) => ({
      display: getComputedStyle(element).display,
      outline: getComputedStyle(element.querySelector('[role=status] > div') ?? element).outlineStyle,
      height: element.getBoundingClientRect().height,
    }))
    expect(display).not.toBe('grid')
    expect(outline).toBe('solid')
    expect(height).toBeLessThan(100)
    const at = { x: (pressed?.x ?? 0) + 20, y: (pressed?.y ?? 0) + 20 }
    const isCovered = await page.evaluate(
      ({ x, y }) => document.elementFromPoint(x, y)?.closest('[popover]') !== null,
      at,
    )
    expect(isCovered).toBe(false)
  })

  test('after a registration in the modal the focus is on the page, not lost with the button that opened it', async ({
    page,
  }) => {
    const { _id } = await findProduct(page, scarf)
    await page.addInitScript(
      (id) => localStorage.setItem('haat-cart', JSON.stringify({ version: 1, items: { [id]: 1 }, units: 1 })),
      _id,
    )
    await open(page, '/cart')
    await page
      .getByRole('main')
      .getByRole('button', { name: /log in/i })
      .first()
      .click()
    const modal = page.getByRole('dialog')
    await modal.getByRole('button', { name: 'Create an account' }).click()
    const person = newPerson()
    await modal.getByLabel('Name', { exact: true }).fill(person.name)
    await modal.getByLabel('Email', { exact: true }).fill(person.email)
    await modal.getByLabel('Password', { exact: true }).fill(person.password)
    await modal.getByRole('button', { name: 'Create account' }).click()
    await expect(modal).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test.describe('a tap on an empty part', () => {
    test.use({ viewport: { width: 390, height: 1600 } })
    test('of the menu leaves it open', async ({ page }) => {
      await open(page, '/')
      await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      await expect(menu.getByRole('link').first()).toBeInViewport()
      await page.mouse.click(100, 1500)
      await expect(menu).toBeVisible()
      await page.mouse.click(370, 1500)
      await expect(menu).toBeHidden()
    })
  })
})
