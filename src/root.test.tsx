import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import type { ComponentType, ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { updateCart } from '#features/cart/cart.contract.ts'
import { action as addToCart, loader as addToCartLoader } from '#features/cart/web/add-to-cart.action.ts'
import * as producerPage from '#features/catalog/list/web/producer.page.tsx'
import * as productPage from '#features/catalog/product/web/product.page.tsx'
import * as cartPage from '#features/checkout/web/cart.page.tsx'
import * as homePage from '#features/marketing/web/home.page.tsx'
import * as missionPage from '#features/marketing/web/mission.page.tsx'
import { placeCodOrder } from '#features/orders/orders.contract.ts'
import * as myOrdersPage from '#features/orders/web/my-orders.page.tsx'
import { approvedProducer } from '#features/producers/testing/approved-producer.ts'
import { createApi } from '#shared/api-client.ts'
import { AppError, askAgain, foreignOrigin, notAllowed, notLoggedIn, notReady, overloaded } from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { paise } from '#shared/money.ts'
import { sellerSettings, type TestShop, testShop } from '#testing/shop.ts'
import { apiContext, reportContext, settingsContext, visitContext } from '#web/api-context.ts'
import { fallbackSettings, type RootData, UNKNOWN } from '#web/hooks/use-root.ts'
import { withShopper } from '#web/keep-page.ts'
import StoreLayout, { ErrorBoundary } from '#web/layouts/store.layout.tsx'
import { askAsSeller } from '#web/seller-page.ts'
import { loader as rootLoader } from './root.tsx'

let shop: TestShop
let shopper: Awaited<ReturnType<TestShop['shopper']>>
let producer: string
let product: string
let address: string
beforeAll(async () => {
  shop = await testShop(sellerSettings)
  producer = await approvedProducer(shop, await shop.seller())
  product = await shop.product({ name: 'Terracotta Bowl', producerId: producer, makerPricePaise: paise(50_00) })
  address = `/products/pottery-ceramics/${product}`
  shopper = await shop.shopper('Meera Nair')
  await shopper.api(updateCart, { body: { cartItems: { [product]: 2 } } })
})
afterAll(() => shop.close())
afterEach(() => vi.unstubAllGlobals())

const broken = () => new AppError('BROKEN', 500, 'Something went wrong')

interface Asked {
  /** A browser with a session. */
  as?: ReturnType<TestShop['browser']>
  /** Calls of the API that fail, by their path. */
  failing?: RegExp
  refusal?: ReturnType<typeof notReady>
  isSeller?: boolean
}

/** The shop's API as the pages call it; what fails is answered as the server would. */
const apiFor = ({ as = shop.browser(), failing, refusal = notReady() }: Asked) =>
  createApi(async (url, { method, headers, body }) => {
    const [path = ''] = url.split('?', 1)
    if (failing?.test(path))
      return new Response(JSON.stringify({ success: false, code: refusal.code, message: refusal.message }), {
        status: refusal.status,
      })
    const options = { url, method: method as 'GET', headers: headers as Record<string, string> }
    const call = { ...options, ...(typeof body === 'string' ? { payload: body } : {}) }
    const answer = await as.send(call)
    return new Response(answer.body, { status: answer.statusCode })
  })

function contextFor(asked: Asked) {
  const context = new RouterContextProvider()
  context.set(apiContext, apiFor(asked))
  const sessions = [...(asked.as ? (['user'] as const) : []), ...(asked.isSeller ? (['seller'] as const) : [])]
  context.set(visitContext, { sessions, isForAll: false, isBackground: false, isOneState: async () => true })
  context.set(settingsContext, fallbackSettings)
  context.set(reportContext, () => {})
  return context
}

/** Routes of the store, as src/routes.ts has them. */
const pages: RouteObject[] = [
  { index: true, ...toRoute(homePage) },
  { path: 'mission', ...toRoute(missionPage) },
  { path: 'products/:category/:id', ...toRoute(productPage) },
  { path: 'producers/:id', ...toRoute(producerPage) },
  { path: 'cart', ...toRoute(cartPage) },
  { path: 'my-orders', ...toRoute(myOrdersPage) },
]

function toRoute({ loader, default: Component }: { loader: LoaderFunction; default: ComponentType }) {
  return { loader, Component }
}

const handler = createStaticHandler([
  {
    id: 'root',
    path: '/',
    loader: rootLoader,
    children: [{ Component: StoreLayout, ErrorBoundary, children: pages }],
  },
])

/** With the parts whose code is fetched when they are shown. */
const write = (page: ReactNode) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(textOf(pipe(new PassThrough()))),
      onError: reject,
    })
  })

/** The page as a browser without JavaScript gets it. */
async function open(path: string, asked: Asked = {}) {
  const request = new Request(new URL(path, 'http://localhost'))
  const result = await handler.query(request, { requestContext: contextFor(asked) })
  if (result instanceof Response) throw new Error(`led to ${result.headers.get('location')}`)
  const router = createStaticRouter(handler.dataRoutes, result)
  const html = await write(<StaticRouterProvider router={router} context={result} hydrate={false} />)
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  return { html, text, status: result.statusCode }
}

const NOT_KNOWN = 'We could not find out whether you are logged in.'
const login = /<button[^>]*aria-label="Login"/

describe('who is logged in', () => {
  it('is said in the top bar, and without a session there is Login', async () => {
    const own = await open('/mission', { as: shopper })
    expect(own.html).toContain('Account menu for Meera')
    expect(own.html).toContain('Cart, 2 items')
    const visitors = await open('/mission')
    expect(visitors.html).toMatch(login)
    expect(visitors.text).not.toContain(NOT_KNOWN)
  })

  it('is nobody where the session has ended', async () => {
    const ended = await open('/mission', { as: shop.browser() })
    expect(ended.html).toMatch(login)
    expect(ended.text).not.toContain(NOT_KNOWN)
  })

  it.each([notReady(), overloaded(), broken(), notAllowed()])(
    'is not known after $status $code: nobody is asked to log in, and no cart is called empty',
    async (refusal) => {
      const page = await open('/mission', { as: shopper, failing: /is-auth$/, refusal })
      expect(page.status).toBe(200)
      expect(page.text).toContain(NOT_KNOWN)
      expect(page.text).toContain('Try again')
      expect(page.html).toContain('aria-label="Cart, contents not known"')
      expect(page.html).not.toMatch(login)
      expect(page.text).not.toMatch(/ Login /)
    },
  )

  it('does not matter to a visitor, of whom nobody is asked', async () => {
    const page = await open('/mission', { failing: /is-auth$/ })
    expect(page.html).toMatch(login)
    expect(page.text).not.toContain(NOT_KNOWN)
  })

  it('not known, the cart is neither empty nor that of this device', async () => {
    const page = await open('/cart', { as: shopper, failing: /is-auth$/ })
    expect(page.text).not.toContain('Your cart is empty')
    expect(page.text).toContain('Your cart is safe')
    expect(page.status).toBe(500)
  })
})

describe('a page that reads again who is logged in, and cannot,', () => {
  const meera = { _id: 'm', name: 'Meera', email: 'meera@example.com', isEmailConfirmed: true, cartItems: {} }
  const rootOf = (user: RootData['user']): RootData => ({ user, settings: fallbackSettings, visitorUnits: 0 })
  const told = (id: string | null) => vi.stubGlobal('localStorage', { getItem: () => id })

  it('stays whose it was', () => {
    told('m')
    expect(withShopper(rootOf(UNKNOWN), rootOf(meera)).user).toBe(meera)
    expect(withShopper(rootOf(null), rootOf(meera)).user).toBeNull()
  })

  it('is nobody’s where another tab has told of a logout or of somebody else since', () => {
    for (const id of ['', 'other']) {
      told(id)
      expect(withShopper(rootOf(UNKNOWN), rootOf(meera)).user).toBe(UNKNOWN)
    }
  })

  it('does not call a visitor who has just logged in a visitor', () => {
    expect(withShopper(rootOf(UNKNOWN), rootOf(null)).user).toBe(UNKNOWN)
    expect(withShopper(rootOf(UNKNOWN), undefined).user).toBe(UNKNOWN)
  })
})

describe('the seller’s area', () => {
  const askSeller = (refusal: ReturnType<typeof notReady>) =>
    askAsSeller(contextFor({ isSeller: true }), async () => {
      throw refusal
    })

  it('shows its login where nobody is logged in, or a shopper', async () => {
    for (const refusal of [notLoggedIn(), notAllowed()]) expect(await askSeller(refusal)).toBeNull()
  })

  it.each([notReady(), broken(), foreignOrigin(), askAgain()])(
    'stays whose it is after $status $code',
    async (refusal) => {
      await expect(askSeller(refusal)).rejects.toBe(refusal)
    },
  )
})

describe('a part of a page that cannot be read says so, and the page stands:', () => {
  it.each<[string, () => string, RegExp, string, string?]>([
    ['the newest products', () => '/', /product\/newest$/, 'The newest products did not load.'],
    ['the stories', () => '/', /producer\/samples$/, 'The stories of our producers did not load.'],
    ['the percentages on the first page', () => '/', /percentages$/, 'How the profit is shared did not load.', '85%'],
    [
      'the percentages of the mission',
      () => '/mission',
      /percentages$/,
      'How the profit is shared did not load.',
      '85%',
    ],
    ['the month’s sales', () => '/mission', /ledger$/, 'What was sold this month did not load.', 'Once a parcel'],
    ['the maker of a product', () => address, /api\/producer\//, 'Who made it did not load.'],
    ['the percentages of a product', () => address, /percentages$/, 'How the profit is shared did not load.'],
    ['related products', () => address, /product\/newest$/, 'More products of this category did not load.'],
    [
      'a producer’s products',
      () => `/producers/${producer}`,
      /product\/list$/,
      'The products did not load.',
      'Nothing on',
    ],
    ['a producer’s earnings', () => `/producers/${producer}`, /earnings/, 'tells what they earned here.'],
  ])('%s', async (_, path, failing, words, claim = 'nothing else') => {
    const whole = await open(path())
    expect(whole.text).not.toContain(words)
    const page = await open(path(), { failing })
    expect(page.status).toBe(200)
    expect(page.text).toContain(words)
    expect(page.text).toContain('Try again')
    expect(page.text).not.toContain(claim)
  })

  it('the percentages of a cart', async () => {
    const page = await open('/cart', { as: shopper, failing: /percentages$/ })
    expect(page.text).toContain('Terracotta Bowl')
    expect(page.text).toContain('How the profit is shared did not load.')
  })

  it('a payment that was left', async () => {
    const page = await open(`/cart?cancelled=${newId()}`, { as: shopper, failing: /order\/payment$/ })
    expect(page.text).toContain('We could not find out what became of your payment.')
    expect(page.text).not.toContain('Payment cancelled')
    const mistyped = await open(`/cart?cancelled=${'0'.repeat(100)}`, { as: shopper })
    expect(mistyped.text).not.toContain('your payment')
  })

  it('the percentages of an order that was just placed', async () => {
    const items = [{ product, quantity: 1 }]
    const { orderId } = await shopper.api(placeCodOrder, { body: { items, address: shopper.address._id } })
    const page = await open(`/my-orders?placed=${orderId}`, { as: shopper, failing: /percentages$/ })
    expect(page.text).toContain('Thank you, Meera')
    expect(page.text).toContain('How the profit is shared did not load.')
  })
})

it('Add to Cart without JavaScript says so when it could not be added', async () => {
  expect(addToCartLoader().headers.get('location')).toBe('/cart')
  const send = (asked: Asked, id = product) => {
    const url = new URL('http://localhost/cart/add')
    const request = new Request(url, { method: 'POST', body: new URLSearchParams({ product: id }) })
    return addToCart({ request, url, context: contextFor(asked), params: {}, pattern: '/cart/add' })
  }
  expect((await send({ as: shopper })).headers.get('location')).toBe('/cart')
  await expect(send({ as: shopper, failing: /is-auth$/ })).rejects.toMatchObject({ code: 'NOT_READY' })
  await expect(send({ as: shopper, failing: /cart\/update$/ })).rejects.toMatchObject({ code: 'NOT_READY' })
})
