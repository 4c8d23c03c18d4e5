import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { loaderPages, loaderTitle, safeLoaderTarget } from './loader.rules.ts'

it.each([
  ['my-orders', '/my-orders'],
  ['/my-orders', '/my-orders'],
  ['cart', '/cart'],
  ['products/pottery-ceramics', '/products/pottery-ceramics'],
  [
    'products/pottery-ceramics/0198a0b0-0000-7000-8000-000000000000',
    '/products/pottery-ceramics/0198a0b0-0000-7000-8000-000000000000',
  ],
  ['producers/matti-pottery-collective', '/producers/matti-pottery-collective'],
  ['', '/'],
  ['/', '/'],
  [null, '/'],
  ['//evil.example', '/'],
  ['//evil', '/'],
  ['///my-orders', '/'],
  ['https://evil.example', '/'],
  ['evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['data:text/html,x', '/'],
  ['\\\\evil', '/'],
  ['/\\evil', '/'],
  ['my-orders\\', '/'],
  ['my-orders/', '/'],
  ['my-orders//', '/'],
  ['products/../seller', '/'],
  ['my-orders?next=x', '/'],
  ['my-orders#x', '/'],
  ['my-orders\n', '/'],
  ['my%2dorders', '/'],
  ['MY-ORDERS', '/'],
  ['my-orders@evil', '/'],
  ['logout', '/'],
  ['loader', '/'],
  ['api/user/logout', '/'],
  ['no-such-page', '/'],
  ['products/a/b/c', '/'],
  ['a'.repeat(300), '/'],
])('%j leads to %s', (next, target) => {
  expect(safeLoaderTarget(next)).toBe(target)
})

it('knows no page that the site map does not have', () => {
  const siteMap = readFileSync(new URL('../../../routes.ts', import.meta.url), 'utf8')
  expect(loaderPages.filter((page) => !siteMap.includes(`route('${page}',`))).toEqual([])
})

it('says where it leads', () => {
  expect(['/my-orders', '/cart', '/', '/mission'].map(loaderTitle)).toEqual([
    'Taking you to your orders',
    'Taking you to your cart',
    'One moment',
    'One moment',
  ])
})
