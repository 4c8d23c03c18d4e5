import { setTimeout } from 'node:timers/promises'
import type { Journey } from '../journey.ts'
import { JAR } from '../shop.ts'
import { button, field, heading, type Tab } from '../tab.ts'
import { cartWith, logIn } from './checkout.ts'

const DAY_S = 24 * 60 * 60
/** Safari ends a script's cookie after seven days; the cart is kept for 90. */
const CART_DAYS = 90
const A_MOMENT_MS = 400

/** A person can forbid a page to keep anything. */
function refuseStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} })
}

export function haveNoSessionStorage() {
  Object.defineProperty(window, 'sessionStorage', { get: () => null })
}

async function addJar(tab: Tab) {
  await tab.press(button('Add to Cart', 'main'))
}

export const leaving: readonly Journey[] = [
  {
    title: 'who leaves while the login is still being fetched comes to where they went',
    go: async (tab) => {
      const letCome = tab.door.hold(/login-modal[^/]*\.js/)
      try {
        await tab.goTo('/account')
        await setTimeout(A_MOMENT_MS)
        await tab.goTo('/mission')
        await setTimeout(A_MOMENT_MS)
        await tab.at(/^\/mission/)
        await tab.takenOver()
        await tab.at(/^\/mission/)
      } finally {
        letCome()
      }
      await tab.lookAt()
    },
  },
  {
    title: 'a page kept by Back shows the pieces of the cart and who is logged in',
    go: async (tab, shop) => {
      const { person } = await shop.newShopper()
      const { path } = await shop.findProduct(JAR)
      await tab.open(path)
      await addJar(tab)
      await tab.see(cartWith(1))
      await tab.goTo('/mission')
      await tab.takenOver()
      await tab.goTo(path)
      await tab.takenOver()
      await addJar(tab)
      await tab.see(cartWith(2))
      await tab.driver.back()
      await tab.takenOver()
      await tab.see(cartWith(2))
      await tab.goTo('/login')
      await tab.takenOver()
      await tab.fill(field('Email', 'main'), person.email)
      await tab.fill(field('Password', 'main'), person.password)
      await tab.press(button('Login', 'main'))
      await tab.until('the login does not lead on', async () => !(await tab.ask(() => location.pathname === '/login')))
      await tab.driver.back()
      await tab.takenOver()
      await tab.until(
        'the bar does not know who is logged in',
        async () => !(await tab.count(button('Login', 'header'))),
      )
      await tab.lookAt()
    },
  },
  {
    title: `the server keeps a visitor's cart for ${CART_DAYS} days`,
    go: async (tab, shop) => {
      await tab.open((await shop.findProduct(JAR)).path)
      tab.door.takeCookies()
      await addJar(tab)
      await tab.see(cartWith(1))
      const lines: string[] = []
      await tab.until('the server sets no cookie of the cart that lives so long', async () => {
        lines.push(...tab.door.takeCookies())
        return lines.some(
          (line) => /cart/i.test(line) && Number(/max-age=(\d+)/i.exec(line)?.[1] ?? 0) >= (CART_DAYS - 1) * DAY_S,
        )
      })
      await tab.lookAt()
    },
  },
  {
    title: 'with cookies refused nobody is welcomed, and the page says what to allow',
    go: async (tab, shop) => {
      const { person } = await shop.newShopper()
      tab.door.refuseCookies(true)
      await tab.open('/login')
      await tab.fill(field('Email', 'main'), person.email)
      await tab.fill(field('Password', 'main'), person.password)
      await tab.press(button('Login', 'main'))
      await tab.read(/[Cc]ookies/, 'main')
      const said = await tab.textOf('body')
      if (said.includes('Welcome back,')) throw new Error('somebody is welcomed whose login was not kept')
    },
  },
  {
    title: 'where nothing can be kept a cart says so, and no page throws',
    go: async (tab, shop) => {
      tab.door.refuseCookies(true)
      tab.door.change({ script: `(${refuseStorage})()` })
      await tab.open((await shop.findProduct(JAR)).path)
      await addJar(tab)
      await tab.read('Your cart is kept until you leave this page only', 'body')
      await tab.lookAt()
      await tab.press(cartWith(1))
      await tab.see(heading('Your cart'))
      await tab.read(JAR)
      await tab.lookAt()
    },
  },
  {
    title: 'a browser without session storage throws nowhere',
    only: 'desktop',
    go: async (tab, shop) => {
      tab.door.change({ script: `(${haveNoSessionStorage})()` })
      await logIn(tab, (await shop.newShopper()).person)
      for (const path of ['/', '/products', '/my-orders', '/cart']) {
        await tab.open(path)
        await tab.lookAt()
      }
    },
  },
]
