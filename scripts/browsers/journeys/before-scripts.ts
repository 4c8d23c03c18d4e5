import type { Journey } from '../journey.ts'
import { JAR, seller } from '../shop.ts'
import { button, field, link, type Tab } from '../tab.ts'
import { cartWith, logIn, shopperWithCart } from './checkout.ts'

const SCRIPTS = /\.js($|\?)/
const HALF_A_SECOND_OF_SCREEN_PX = 350
/** The starter's own timer fires after 5 s: a page that only the timer wakes is later than this. */
const AWAKE_BY_MS = 4800

/** Acts in a page whose scripts are held back, and then lets them come. */
async function actBeforeScripts(tab: Tab, path: string, act: () => Promise<unknown>) {
  const letCome = tab.door.hold(SCRIPTS)
  try {
    await tab.goTo(path)
    await tab.until('the page does not stand', () => tab.ask(() => document.querySelector('main') !== null))
    await act()
  } finally {
    letCome()
  }
  await tab.takenOver()
}

const heldBy = (tab: Tab, css: string) =>
  tab.ask((selector) => document.querySelector<HTMLInputElement>(selector)?.value, css)
async function holds(tab: Tab, css: string, value: string) {
  await tab.until(
    `${css} does not hold "${value}" but "${await heldBy(tab, css)}"`,
    async () => (await heldBy(tab, css)) === value,
  )
}

/** As an iPhone does before a page's scripts run, unless the page forbids it. */
function makeNumbersLinks() {
  document.addEventListener('DOMContentLoaded', () => {
    if (document.querySelector('meta[name=format-detection][content*="telephone=no"]')) return
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    for (let node = words.nextNode(); node; node = words.nextNode())
      if (node instanceof Text && /\d{5} ?\d{5}/.test(node.data) && !node.parentElement?.closest('script'))
        found.push(node)
    for (const text of found) {
      const number = document.createElement('a')
      number.href = 'tel:9845012345'
      text.replaceWith(number)
      number.append(text)
    }
  })
}

export const beforeScripts: readonly Journey[] = [
  {
    title:
      'Menu opens before the scripts are there, stays open when they come, and a tap on its empty part leaves it open',
    only: 'phone',
    go: async (tab) => {
      // As a modal dialog where commands are known, else as a popover.
      const inMenu = link(/^All [Pp]roducts/, 'dialog#menu')
      await actBeforeScripts(tab, '/mission', async () => {
        await tab.press(button('Menu'))
        await tab.see(inMenu)
      })
      await tab.see(inMenu)
      const box = await tab.ask(() => {
        const { left, right, bottom } = document.querySelector('dialog#menu')?.getBoundingClientRect() ?? new DOMRect()
        return [(left + right) / 2, Math.min(bottom, innerHeight) - 12]
      })
      if (!Array.isArray(box)) throw new Error('the menu has no box')
      await tab.driver.pressAt({ x: Number(box[0]), y: Number(box[1]) })
      await tab.see(inMenu)
      await tab.driver.press('Escape')
      await tab.gone(inMenu)
      await tab.lookAt()
    },
  },
  {
    title: 'the account menu that was opened before the scripts stays open, and Tab goes into it',
    go: async (tab, shop) => {
      await logIn(tab, (await shop.newShopper()).person)
      const show = button(/^Account menu/, 'header')
      const isMenuShown = (asked: boolean) =>
        tab.until(
          `the account menu is ${asked ? 'not ' : ''}open`,
          async () => (await tab.count(link('Your account', '#account-menu'))) > 0 === asked,
        )
      await actBeforeScripts(tab, '/mission', async () => {
        await tab.press(show)
        await isMenuShown(true)
      })
      await isMenuShown(true)
      await tab.driver.press('Tab')
      await tab.until('Tab does not go into the account menu', () =>
        tab.ask(() => document.querySelector('#account-menu')?.contains(document.activeElement)),
      )
      await tab.driver.press('Escape')
      await isMenuShown(false)
      await tab.lookAt()
    },
  },
  {
    title: 'the search and a login keep what was typed before the scripts',
    go: async (tab) => {
      await actBeforeScripts(tab, '/mission', async () => {
        await tab.fill(field('Search products', 'header'), 'vase')
      })
      await holds(tab, '#search', 'vase')
      await actBeforeScripts(tab, '/login', async () => {
        await tab.fill(field('Email', 'main'), 'asha@example.com')
      })
      await holds(tab, 'main [name=email]', 'asha@example.com')
      await tab.lookAt()
    },
  },
  {
    title: 'the login over /account keeps what was typed before the scripts',
    go: async (tab) => {
      await actBeforeScripts(tab, '/account', async () => {
        await tab.fill(field('Email'), 'asha@example.com')
      })
      const email = () =>
        tab.ask(() =>
          [...document.querySelectorAll<HTMLInputElement>('[name=email]')].some(
            ({ value }) => value === 'asha@example.com',
          ),
        )
      // The server draws the dialog in the page; scripts lay it over the page.
      await tab.until('the login does not lie over the page', () =>
        tab.ask(() => document.querySelector('dialog:modal') !== null),
      )
      await tab.until('the address that was typed is gone', email)
      await tab.lookAt()
    },
  },
  {
    title: 'an order that is ticked before the scripts counts',
    go: async (tab, shop) => {
      await shop.orders(1)
      await tab.call('POST', '/api/seller/login', seller)
      await actBeforeScripts(tab, '/seller/orders?tab=confirm', async () => {
        await tab.press(field(/^Select order/, 'main'))
      })
      await tab.read(/\b1 order\b/, 'body')
      await tab.lookAt()
    },
  },
  {
    title: 'a product that is ticked before the scripts counts',
    only: 'desktop',
    go: async (tab) => {
      await tab.call('POST', '/api/seller/login', seller)
      await actBeforeScripts(tab, '/seller/product-list', async () => {
        await tab.press(field(/^Select /, 'main tbody'))
      })
      await tab.read(/\b1 selected\b/, 'main')
      await tab.lookAt()
    },
  },
  {
    title: 'a quantity that is chosen before the scripts is kept',
    go: async (tab, shop) => {
      await shopperWithCart(tab, shop, 2)
      await actBeforeScripts(tab, '/cart', () => tab.autofill(field(`Quantity, ${JAR}`, 'main'), '4'))
      await tab.see(cartWith(4))
      await tab.lookAt()
    },
  },
  {
    title: 'a telephone number is no link, and nothing is drawn anew for it',
    go: async (tab, shop) => {
      await logIn(tab, (await shop.newShopper()).person)
      tab.door.change({ script: `(${makeNumbersLinks})()` })
      await tab.goTo('/account')
      await tab.ask(() => Reflect.set(window, 'firstMain', document.querySelector('main')))
      await tab.takenOver()
      const isSame = await tab.ask(() => Reflect.get(window, 'firstMain') === document.querySelector('main'))
      tab.door.change({})
      if (isSame !== true) throw new Error('the page was drawn anew')
      await tab.lookAt()
    },
  },
  {
    title: 'a page that is reloaded while it is scrolled reacts at once',
    go: async (tab) => {
      await tab.open('/products')
      await tab.ask((y) => scrollTo(0, y), HALF_A_SECOND_OF_SCREEN_PX)
      await tab.until('it is not scrolled', () => tab.ask(() => scrollY > 100))
      await tab.driver.reload()
      await tab.takenOver()
      const ms = Number(
        await tab.ask(
          () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? 0,
        ),
      )
      if (ms > AWAKE_BY_MS) throw new Error(`its scripts were asked for after ${ms} ms`)
      await tab.lookAt()
    },
  },
  {
    title: 'what the sort says is what is shown, after F5, Back and F5',
    go: async (tab) => {
      const sort = field(/^Sort/, 'main')
      await tab.open('/products?offer=1')
      await tab.autofill(sort, 'Price: high to low')
      await tab.at(/sort=price-desc/)
      await tab.driver.reload()
      await tab.takenOver()
      // WebKit's Back passes over what a page did without a person: it comes to the list as it was opened.
      await tab.open('/products?offer=1&sort=price-asc')
      await tab.driver.back()
      await tab.takenOver()
      await tab.driver.reload()
      await tab.takenOver()
      await tab.until('the sort says what is not shown', () =>
        tab.ask(() => {
          const asked = new URLSearchParams(location.search).get('sort')
          const select = document.querySelector<HTMLSelectElement>('main select[name=sort]')
          return select !== null && (asked === null ? select.selectedIndex === 0 : select.value === asked)
        }),
      )
      await tab.lookAt()
    },
  },
]
