import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { downloadData } from '#features/account/account.contract.ts'
import { MAX_PRINTED, printParcels as print } from '#features/orders/parcels/print.contract.ts'
import { exportOrders } from '#features/orders/seller-orders.contract.ts'
import * as imports from '#features/products/product-imports.contract.ts'
import * as products from '#features/products/seller-products.contract.ts'
import { checkCourierFile } from '#features/shipping/courier-file.contract.ts'
import { MAX_FILE_LINES } from '#features/shipping/courier-file.kinds.ts'
import { xlsxFile } from '#kernel/spreadsheet/write-xlsx.ts'
import { expectSome, expectStatus } from './calls.ts'
import { cookieOf, emailOf, idOf, ordersOfReader, PASSWORD, rolesOf } from './fill.ts'
import { ledgerScenarios } from './ledger-scenarios.ts'
import type { Size } from './options.ts'
import { type Ground, read, type Scenario } from './scenario.ts'
import { METRICS_TOKEN } from './shop.ts'

const INVOICES_AT_ONCE = 16
const PAGES_AT_ONCE = 8
const LOCK_MS = 3000
const LEFT_ALONE_MS = 3000
const POLL_MS = 100
const ORDERS_A_PAGE = 100
/** Rows of ten cells. */
const XLSX_ROWS = 20_000
const VISITORS = 64
/** Between two pages of a visitor. */
const LOOKS_MS = 1000

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
const asReader = (size: Size) => ({ cookie: cookieOf(rolesOf(size).reader) })

/** A file that gives every product another price, and says nothing of the stock. */
function newPrices({ products }: Size) {
  const lines = Array.from({ length: products }, (_, number) => {
    const name = `Repriced product no. ${number}`
    return `${idOf('product', number)},${name},Wood-Furniture,${900 + (number % 100)}.00,${500 + (number % 100)}.00`
  })
  return ['id,name,category,price,offerPrice', ...lines].join('\n')
}

/** A courier's longest file, of which nothing is booked. */
async function checkLongFile({ calls, seller }: Ground) {
  const lines = Array.from({ length: MAX_FILE_LINES }, (_, at) => `H${at}-1,EX${at}IN`)
  const form = new FormData()
  form.set('kind', 'tracking')
  form.set('file', new File([['Parcel,AWB', ...lines].join('\n')], 'long.csv'))
  expectStatus(200, [await calls.call(checkCourierFile.path, { method: 'POST', cookie: seller, body: form })])
}

/** Fails where a visitor is refused meanwhile. */
async function besideVisitors({ calls }: Pick<Ground, 'calls'>, work: () => Promise<unknown>) {
  let isOver = false
  const visitors = times(VISITORS, async (visitor) => {
    await setTimeout((visitor * LOOKS_MS) / VISITORS)
    for (let at = visitor; !isOver; at += 1) {
      const path = at % 2 === 0 ? `/api/product/list?limit=24&page=${1 + (at % 40)}` : '/products'
      expectStatus(200, [await calls.call(path)])
      await setTimeout(LOOKS_MS)
    }
  })
  try {
    await Promise.race([work(), visitors])
  } finally {
    isOver = true
    await visitors
  }
}

/** 2,00,000 cells as .xlsx, of which nothing changes: unpacked and read in a thread. */
async function checkSpreadsheet({ calls, seller }: Ground) {
  const rows = Array.from({ length: XLSX_ROWS }, (_, at) => [`NONE-${at}`, ...Array.from({ length: 9 }, () => 'text')])
  async function* parts() {
    yield rows
  }
  const heading = ['sku', 'weight', ...Array.from({ length: 8 }, (_, at) => `more ${at}`)]
  const { content } = xlsxFile('many.xlsx', { heading, kinds: {}, rows: parts() })
  if (typeof content === 'string' || content instanceof Uint8Array) throw new Error('it is made as it is sent')
  const body = new FormData()
  body.append('files', new File([new Uint8Array(await buffer(Readable.from(content)))], 'many.xlsx'))
  await besideVisitors({ calls }, async () => {
    const begun = await calls.call(imports.checkImport.path, { method: 'POST', cookie: seller, body })
    expectStatus(202, [begun])
    await whenImportIs('refused', JSON.parse(begun.text).import._id, { calls, seller })
  })
}

async function importProducts({ size, calls, seller }: Ground) {
  const started = await calls.call(imports.importProducts.path, {
    ...{ method: 'POST', cookie: seller, headers: { 'content-type': 'text/csv' } },
    body: newPrices(size),
  })
  expectStatus(202, [started])
  const { changed } = await whenImportIs('done', JSON.parse(started.text).import._id, { calls, seller })
  if (changed !== size.products) throw new Error(`the import has changed ${changed} products`)
}

/** Checked first, then written, and taken back. */
async function undoAnImport({ size, calls, seller }: Ground) {
  const lines = Array.from({ length: size.products }, (_, number) => `${idOf('product', number)},${number} grams`)
  const body = new FormData()
  body.append('files', new File([['id,weight', ...lines].join('\n')], 'weights.csv'))
  const begun = await calls.call(imports.checkImport.path, { method: 'POST', cookie: seller, body })
  expectStatus(202, [begun])
  const id: string = JSON.parse(begun.text).import._id
  await whenImportIs('checked', id, { calls, seller })
  expectStatus(202, [await calls.post(`${imports.importProducts.path}/${id}/write`, {}, { cookie: seller })])
  await whenImportIs('done', id, { calls, seller })
  expectStatus(202, [await calls.post(`${imports.importProducts.path}/${id}/undo`, {}, { cookie: seller })])
  const { undone } = await whenImportIs('undone', id, { calls, seller })
  if (undone !== size.products) throw new Error(`the undo has put back ${undone} products`)
}

async function whenImportIs(wanted: string, id: string, { calls, seller }: Pick<Ground, 'calls' | 'seller'>) {
  for (;;) {
    const answer = await calls.call(`${imports.importProducts.path}/${id}`, { cookie: seller })
    const found = answer.status === 200 ? JSON.parse(answer.text).import : { state: 'checking' }
    if (found.state === wanted) return found
    if (!['checking', 'saving', 'undoing'].includes(found.state))
      throw new Error(`the import is ${found.state}: ${found.message}`)
    await setTimeout(POLL_MS)
  }
}

/** As many products as one call takes: the last ones, which nobody orders. */
async function switchProducts({ size, calls, seller }: Ground) {
  const ids = Array.from({ length: products.MAX_SELECTED }, (_, at) => idOf('product', size.products - 1 - at))
  for (const to of ['out-of-stock', 'archive', 'unarchive', 'in-stock'] as const)
    expectStatus(200, [await calls.post(products.changeProducts.path, { products: ids, to }, { cookie: seller })])
}

/** Picking list, slips and labels of as many orders as allowed. */
async function printParcels(ground: Ground) {
  const { calls, seller } = ground
  const pages = MAX_PRINTED / ORDERS_A_PAGE
  const ids: string[] = []
  for (let page = 1; page <= pages; page += 1) {
    const path = `/api/order/seller?status=Delivered&limit=${ORDERS_A_PAGE}&page=${page}`
    const answer = await calls.call(path, { cookie: seller })
    expectStatus(200, [answer])
    ids.push(...JSON.parse(answer.text).orders.map(({ _id }: { _id: string }) => _id))
  }
  await read(`${print.path}?what=picking,slips,labels&orders=${ids.join(',')}`)(ground)
}

/** Regular work may go on after it was begun. */
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

/** With `products` products, in this order: deletions come late. */
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
  {
    name: "seller's products, sorted",
    run: read(...products.sellerSorts.map((sort) => `/api/product/seller?sort=${sort}&page=20`)),
  },
  { name: `${products.MAX_SELECTED} products are archived and brought back`, run: switchProducts },
  { name: 'products without their facts', run: read('/api/product/seller/facts', '/api/product/seller/to-mend') },
  { name: 'all products as JSON', run: read('/api/product/list') },
  {
    name: 'metrics',
    run: async ({ calls }) => {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
      expectStatus(200, [await calls.call('/metrics', { headers })])
    },
  },
  ...ledgerScenarios,
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
  { name: 'picking list, slips and labels of 300 orders', run: printParcels },
  {
    name: 'logins, 32 at once',
    judgesFiles: true,
    run: async ({ calls, size }) => {
      const logIn = (user: number) => calls.post('/api/user/login', { email: emailOf(user), password: PASSWORD })
      expectSome(await Promise.all(rolesOf(size).logins.map(logIn)))
    },
  },
  { name: `import that changes ${size.products} products`, run: importProducts },
  { name: `import of ${size.products} products is checked, written and undone`, run: undoAnImport },
  { name: `check of a courier's file of ${MAX_FILE_LINES} lines`, run: checkLongFile },
  { name: `import, an .xlsx of 200000 cells, beside ${VISITORS} visitors`, run: checkSpreadsheet },
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

/** With `manyProducts` products; visitors' questions are new each time, so nothing kept answers them. */
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
