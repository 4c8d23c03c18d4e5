import type { Journey } from '../journey.ts'
import { JAR, type Shop, seller } from '../shop.ts'
import type { Tab } from '../tab.ts'
import { logIn } from './checkout.ts'
import { oweMoney } from './seller.ts'

export const SHOP_PAGES = [
  '/',
  '/products',
  '/products/pottery-ceramics',
  '/cart',
  '/mission',
  '/producers',
  '/producerform',
  '/returns',
  '/marks',
  '/ledger',
  '/ledger/check',
  '/login',
  '/newsletter',
  '/nowhere',
]
const OWN_PAGES = ['/account', '/my-orders', '/add-address', '/cart']
const SELLERS_PAGES = [
  '',
  '/product-list',
  '/product-list/import',
  '/orders',
  '/courier-file',
  '/returns',
  '/marks',
  '/payouts',
  '/overview',
  '/ledger',
  '/producer-applications',
  '/activity',
  '/account',
].map((path) => `/seller${path}`)

async function lookThrough(tab: Tab, paths: readonly string[]) {
  for (const path of paths) {
    await tab.open(path)
    await tab.lookAt()
  }
}

/** Gives the order's id. */
async function asShopperWithOrder(tab: Tab, shop: Shop) {
  const { person, orders } = await shop.orders(1, 'Confirmed')
  await logIn(tab, person)
  return orders[0]?.id ?? ''
}

export const everyPageOfShop: readonly Journey[] = [
  {
    title: 'every page of the shop stands, fits, and nothing goes wrong in it',
    go: async (tab, shop) => {
      await lookThrough(tab, [...SHOP_PAGES, (await shop.findProduct(JAR)).path])
      const id = await asShopperWithOrder(tab, shop)
      await lookThrough(tab, [...OWN_PAGES, `/my-orders/${id}/invoice`])
    },
  },
]

/** Pages that WebKit draws differently, and the edges of a phone. */
export const onAPhone: readonly Journey[] = [
  {
    title: 'a paragraph is broken as lines of text are, and a page may use all of the screen',
    only: 'phone',
    go: async (tab) => {
      await tab.open('/ledger/check')
      const torn = await tab.ask(
        () =>
          [...document.querySelectorAll<HTMLElement>('main p')].filter((paragraph) => {
            const { height } = paragraph.getBoundingClientRect()
            const own = paragraph.style.textWrap
            paragraph.style.textWrap = 'wrap'
            const plain = paragraph.getBoundingClientRect().height
            paragraph.style.textWrap = own
            return height > plain + 2
          }).length,
      )
      if (torn !== 0) throw new Error(`${torn} paragraphs take more lines than their words need`)
      const covers = await tab.ask(
        () => document.querySelector('meta[name=viewport][content*="viewport-fit=cover"]') !== null,
      )
      if (!covers) throw new Error('viewport-fit=cover is missing: the edges of a screen count as nothing')
      await tab.lookAt()
    },
  },
]

export const everyPageOfSeller: readonly Journey[] = [
  {
    title: 'every page of the seller stands, fits, and nothing goes wrong in it',
    go: async (tab) => {
      await tab.call('POST', '/api/seller/login', seller)
      await lookThrough(tab, SELLERS_PAGES)
    },
  },
]

/** Nothing sticks out when a person has set a large type. */
export const withLargeType: readonly Journey[] = [
  {
    title: 'no page scrolls sideways',
    go: async (tab, shop) => {
      await oweMoney(shop)
      await lookThrough(tab, [
        '/',
        '/products',
        '/cart',
        '/mission',
        '/producerform',
        '/ledger',
        (await shop.findProduct(JAR)).path,
      ])
      await asShopperWithOrder(tab, shop)
      await lookThrough(tab, ['/my-orders', '/account'])
    },
  },
]

export const withOwnColours: readonly Journey[] = [
  {
    title: 'a message has an edge where colours are the system’s',
    go: async (tab, shop) => {
      await tab.open((await shop.findProduct(JAR)).path)
      await tab.press({ css: 'button', name: 'Add to Cart', within: 'main' })
      await tab.until('no message with an edge', () =>
        tab.ask(() => {
          const words = [...document.querySelectorAll('[role=status] *')].find(
            (one) => one.children.length === 0 && one.textContent === 'Added to Cart',
          )
          for (
            let above = words;
            above && above.getAttribute('role') !== 'status';
            above = above.parentElement ?? undefined
          ) {
            const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(above)
            if (
              outlineStyle !== 'none' &&
              Number.parseFloat(outlineWidth) > 0 &&
              !/^rgba.*, 0\)$|transparent/.test(outlineColor)
            )
              return outlineColor
          }
          return false
        }),
      )
    },
  },
]

export const withoutStorage: readonly Journey[] = [
  {
    title: 'every page stands, and nothing goes wrong in it',
    go: async (tab, shop) => {
      await lookThrough(tab, ['/', '/products', '/cart', '/login', (await shop.findProduct(JAR)).path])
    },
  },
]
