import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { downloadData } from '#features/account/account.contract.ts'
import * as products from '#features/catalog/seller-products.contract.ts'
import { exportOrders } from '#features/orders/seller-orders.contract.ts'
import { checkCourierFile } from '#features/shipping/courier-file.contract.ts'
import { MAX_FILE_LINES } from '#features/shipping/courier-file.kinds.ts'
import { type Calls, expectSome, expectStatus } from './calls.ts'
import { cookieOf, emailOf, idOf, ordersOfReader, PASSWORD, rolesOf } from './fill.ts'
import type { Size } from './options.ts'
import { METRICS_TOKEN, type WatchedShop } from './shop.ts'

/** What a scenario has at hand. */
export interface Ground {
  size: Size
  calls: Calls
  shop: WatchedShop
  /** Of the seller who is logged in. */
  seller: string
  /** The embedded database; undefined on PostgreSQL. */
  databaseFile: string | undefined
}

export interface Scenario {
  name: string
  /** Throws when something was not answered as it should be. */
  run: (ground: Ground) => Promise<unknown>
  /** Are files that are asked for beside it held to the bar, too? */
  judgesFiles?: boolean
  /** May orders beside it be refused with 503 meanwhile? */
  mayRefuse?: boolean
  onlyOn?: 'sqlite' | 'postgres'
}

const INVOICES_AT_ONCE = 16
const PAGES_AT_ONCE = 8
const LOCK_MS = 3000
const LEFT_ALONE_MS = 3000
const POLL_MS = 100

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const asReader = (size: Size) => ({ cookie: cookieOf(rolesOf(size).reader) })

/** Downloads these, one after the other. */
const read =
  (...paths: string[]) =>
  async ({ calls, seller }: Ground) => {
    for (const path of paths) expectStatus(200, [await calls.call(path, { cookie: seller })])
  }

/** All products as a file that gives each another price, and says nothing of the stock. */
function newPrices({ products }: Size) {
  const lines = Array.from({ length: products }, (_, number) => {
    const name = `Repriced product no. ${number}`
    return `${idOf('product', number)},${name},Wood-Furniture,${900 + (number % 100)}.00,${500 + (number % 100)}.00`
  })
  return ['id,name,category,price,offerPrice', ...lines].join('\n')
}

/** The longest file that a courier may send, of which nothing is booked. */
async function checkLongFile({ calls, seller }: Ground) {
  const lines = Array.from({ length: MAX_FILE_LINES }, (_, at) => `H${at}-1,EX${at}IN`)
  const form = new FormData()
  form.set('kind', 'tracking')
  form.set('file', new File([['Parcel,AWB', ...lines].join('\n')], 'long.csv'))
  expectStatus(200, [await calls.call(checkCourierFile.path, { method: 'POST', cookie: seller, body: form })])
}

async function importProducts({ size, calls, seller }: Ground) {
  const started = await calls.call(products.importProducts.path, {
    ...{ method: 'POST', cookie: seller, headers: { 'content-type': 'text/csv' } },
    body: newPrices(size),
  })
  expectStatus(202, [started])
  const id: string = JSON.parse(started.text).import._id
  for (;;) {
    const answer = await calls.call(`${products.importProducts.path}/${id}`, { cookie: seller })
    const { state, changed, message } = answer.status === 200 ? JSON.parse(answer.text).import : { state: 'checking' }
    if (state === 'done' && changed === size.products) return
    if (state !== 'checking' && state !== 'saving')
      throw new Error(`the import is ${state}, ${changed} changed: ${message}`)
    await setTimeout(POLL_MS)
  }
}

/** What is done regularly may go on by itself after it was begun. */
async function passAnHour({ shop }: Ground) {
  await shop.passAnHour()
  await setTimeout(LEFT_ALONE_MS)
}

/** Another process writes, and takes its time. */
async function lockDatabase({ databaseFile = '' }: Ground) {
  const other = new DatabaseSync(databaseFile)
  other.exec('PRAGMA busy_timeout = 10000')
  other.exec('BEGIN IMMEDIATE')
  await setTimeout(LOCK_MS)
  other.exec('ROLLBACK')
  other.close()
}

async function readSitemap({ calls }: Ground) {
  const index = await calls.call('/sitemap.xml')
  expectStatus(200, [index])
  for (const [, address = ''] of index.text.matchAll(/<loc>([^<]*\/sitemap\/[^<]*)<\/loc>/g))
    expectStatus(200, [await calls.call(new URL(address).pathname)])
}

/** With `products` products, in this order: what deletes comes late. */
export const scenariosOf = (size: Size): Scenario[] => [
  { name: "seller's orders, list", run: read('/api/order/seller?limit=25', '/api/order/seller?limit=25&page=100') },
  { name: "seller's orders, filtered", run: read('/api/order/seller?limit=25&status=Shipped&payment=pending') },
  {
    name: "seller's orders, search",
    run: read('/api/order/seller?limit=25&q=ananya', '/api/order/seller?limit=25&q=zz'),
  },
  { name: "seller's orders, all", run: read('/api/order/seller') },
  { name: "seller's overview", run: read('/api/order/overview') },
  { name: "seller's products, search", run: read('/api/product/seller?q=bowl', '/api/product/seller?q=b') },
  { name: 'all products as JSON', run: read('/api/product/list') },
  {
    name: 'metrics',
    run: async ({ calls }) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      expectStatus(200, [await calls.call('/metrics', { headers })])
    },
  },
  {
    name: `/my-orders of long orders, ${PAGES_AT_ONCE} at once`,
    run: async ({ calls, size }) =>
      expectSome(await times(PAGES_AT_ONCE, () => calls.call('/my-orders', asReader(size)))),
  },
  {
    name: 'own orders, all',
    run: async ({ calls, size }) => expectStatus(200, [await calls.call('/api/order/user', asReader(size))]),
  },
  {
    name: "all of one's data",
    run: async ({ calls, size }) => expectStatus(200, [await calls.call(downloadData.path, asReader(size))]),
  },
  {
    name: `invoices as PDF, ${INVOICES_AT_ONCE} at once`,
    run: async ({ calls, size }) => {
      const { from } = ordersOfReader(size)
      const path = (at: number) => `/api/order/${idOf('order', from + at)}/invoice.pdf`
      expectSome(await times(INVOICES_AT_ONCE, (at) => calls.call(path(at), asReader(size))))
    },
  },
  {
    name: 'logins, 32 at once',
    judgesFiles: true,
    run: async ({ calls, size }) => {
      const logIn = (user: number) => calls.post('/api/user/login', { email: emailOf(user), password: PASSWORD })
      expectSome(await Promise.all(rolesOf(size).logins.map(logIn)))
    },
  },
  { name: `import that changes ${size.products} products`, run: importProducts },
  { name: `check of a courier's file of ${MAX_FILE_LINES} lines`, run: checkLongFile },
  { name: 'an hour passes', run: passAnHour },
  { name: 'write lock of another process', run: lockDatabase, mayRefuse: true, onlyOn: 'sqlite' },
  ...rolesOf(size).deleted.map(({ user, orders }) => ({
    name: `account with ${orders} orders is deleted`,
    run: async ({ calls }: Ground) => {
      const cookie = cookieOf(user)
      expectStatus(200, [await calls.post('/api/user/delete', { currentPassword: PASSWORD }, { cookie })])
    },
  })),
  { name: `export of ${size.orders} orders`, run: read(exportOrders.path) },
]

/** With `manyProducts` products. What visitors ask for is new each time: nothing kept can answer it. */
export const largeScenariosOf = (size: Size): Scenario[] => [
  {
    name: `price filter of ${size.manyProducts} products`,
    run: read(
      '/api/product/list?min=1000&max=2000&limit=24',
      '/api/product/list?min=3000&sort=price-asc&limit=24&page=20',
      '/api/product/list?category=Wood-Furniture&max=3000&sort=name&limit=24&inStock=1',
    ),
  },
  {
    name: `one letter in ${size.manyProducts} products`,
    run: read('/api/product/list?q=b&limit=24', '/api/product/list?q=s&limit=24&page=2', '/api/product/seller?q=b'),
  },
  { name: `export of ${size.manyProducts} products`, run: read(products.exportProducts.path) },
  { name: `sitemap of ${size.manyProducts} products`, run: readSitemap },
]
