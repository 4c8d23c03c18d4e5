import { describe, expect, it } from 'vitest'
import { pagePatterns } from './page-patterns.ts'

const findPage = pagePatterns({
  root: { id: 'root', path: '' },
  store: { id: 'store', parentId: 'root' },
  home: { id: 'home', parentId: 'store' },
  list: { id: 'list', parentId: 'store', path: 'products' },
  product: { id: 'product', parentId: 'store', path: 'products/:category/:id' },
  missing: { id: 'missing', parentId: 'store', path: '*' },
  seller: { id: 'seller', parentId: 'root', path: 'seller' },
  orders: { id: 'orders', parentId: 'seller', path: 'orders', module: { handle: { isHeavy: true } } },
  order: { id: 'order', parentId: 'seller', path: 'orders/:id' },
  imports: { id: 'imports', parentId: 'seller', path: 'orders/import' },
})

describe('the pattern of a page', () => {
  it.each([
    ['/', '/'],
    ['/products', '/products'],
    ['/products/', '/products'],
    ['/products?q=ann%40example.com', '/products'],
    ['/products/food-spices/0198f', '/products/:category/:id'],
    ['/products/food-spices/0198f.data?index', '/products/:category/:id'],
    ['/_root.data', '/'],
    ['/seller/orders.data', '/seller/orders'],
    ['/seller/orders/0198f', '/seller/orders/:id'],
    ['/seller/orders/import', '/seller/orders/import'],
  ])('of %s is %s', (url, pattern) => {
    expect(findPage(url)?.pattern).toBe(pattern)
  })

  it.each(['/wp-login.php', '/products/a/b/c', '/constructor'])('is unknown for %s, where no page is', (url) => {
    expect(findPage(url)).toBeUndefined()
  })
})

it('a page says of itself that it is heavy, also when only its data is asked for', () => {
  const heavy = [
    '/seller/orders',
    '/seller/orders.data?page=2',
    '/seller/orders/_.data',
    '/seller/orders/0198f',
    '/',
  ].map((url) => findPage(url)?.isHeavy)
  expect(heavy).toEqual([true, true, true, false, false])
})

it.each([
  '/seller/orders/../orders',
  '/seller/orders/%2e%2E/orders',
  '/seller/orders/..\\orders',
  '/x/y/../../seller/orders',
])('a page is found by the address that it is made for: %s', (url) => {
  expect(findPage(url)).toEqual({ pattern: '/seller/orders', isHeavy: true })
})
