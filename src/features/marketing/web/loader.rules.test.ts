import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import { paise } from '#shared/money.ts'
import { pageFinder } from '#web/find-page.ts'
import siteMap from '../../../routes.ts'
import { loaderTitle, paymentWords, safeLoaderTarget } from './loader.rules.ts'

interface Built {
  id: string
  file: string
  parentId: string | undefined
  path?: string | undefined
  index?: boolean | undefined
  module: { default: string | undefined }
}

/** The site map as the page bundle has it: what is not a page has no component. */
const built = (entries: readonly RouteConfigEntry[], parentId?: string): Built[] =>
  entries.flatMap(({ file, id = file, path, index, children = [] }) => [
    { id, file, parentId, path, index, module: { default: file.endsWith('.tsx') ? 'a component' : undefined } },
    ...built(children, id),
  ])
const routes = built(siteMap)
const findPage = pageFinder(Object.fromEntries(routes.map((route) => [route.id, route])))

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
  ['MY-ORDERS', '/my-orders'],
  ['products/Pottery-Ceramics', '/products/Pottery-Ceramics'],
  ['my-orders/0198a0b0-0000-7000-8000-000000000000/invoice', '/my-orders/0198a0b0-0000-7000-8000-000000000000/invoice'],
  ['seller', '/seller'],
  ['seller/orders', '/seller/orders'],
  ['forgot-password', '/forgot-password'],
  ['my-orders@evil', '/'],
  ['logout', '/'],
  ['loader', '/'],
  ['Loader', '/'],
  ['seller/logout', '/'],
  ['cart/add', '/'],
  ['cart/lines', '/'],
  ['api/user/logout', '/'],
  ['no-such-page', '/'],
  ['products/a/b/c', '/'],
  ['a'.repeat(300), '/'],
])('%j leads to %s', (next, target) => {
  expect(safeLoaderTarget(next, findPage)).toBe(target)
})

it('knows every page of the site map', () => {
  const pages = routes.filter(({ file, path }) => file.endsWith('.page.tsx') && path !== '*' && path !== 'loader')
  expect(pages.length).toBeGreaterThan(30)
  const addressOf = ({ path = '', parentId }: Built): string => {
    const parent = routes.find(({ id }) => id === parentId)
    return [parent && addressOf(parent), path.replaceAll(/:\w+/g, 'x')].filter(Boolean).join('/')
  }
  for (const page of pages) expect(safeLoaderTarget(addressOf(page), findPage)).toBe(`/${addressOf(page)}`)
})

it('says where it leads', () => {
  expect(['/my-orders', '/cart', '/', '/mission'].map(loaderTitle)).toEqual([
    'Taking you to your orders',
    'Taking you to your cart',
    'One moment',
    'One moment',
  ])
})

describe('after a payment', () => {
  const order = { number: 1001, amount: paise(5538_60) }
  it.each([
    ['received', { result: 'paid', ...order }, 'Payment received, ₹5,538.60. Order #1001', /^Thank you/],
    [
      'not known yet',
      { result: 'awaiting', ...order },
      'We do not know yet whether your payment arrived',
      /keep asking/,
    ],
    ['not to be known', { result: 'awaiting' }, 'We do not know yet whether your payment arrived', /keep asking/],
    [
      'failed',
      { result: 'cancelled', ...order },
      'The payment failed',
      /^Order #1001 is cancelled. Nothing was charged./,
    ],
    [
      'too late',
      { result: 'cancelled', ...order, isRefunded: true },
      'The payment failed',
      /^Order #1001 is cancelled. What you paid is refunded./,
    ],
  ] as const)('says that it is %s', (_, returned, title, text) => {
    expect(paymentWords(returned)).toEqual({ title, text: expect.stringMatching(text) })
  })
})
