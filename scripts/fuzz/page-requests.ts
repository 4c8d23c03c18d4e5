import fc from 'fast-check'
import type { FuzzBody, FuzzRequest } from './request.ts'
import { formBody as uploadBody } from './request-bodies.ts'
import {
  anyText,
  callers,
  extraPairs,
  jsonBody,
  noBody,
  oddHeaders,
  otherTypes,
  paramsOf,
  rarely,
  rarelyTrue,
} from './request-parts.ts'

const formFields = [
  'intent',
  'product',
  'item',
  'quantity',
  'email',
  'password',
  'currentPassword',
  'newPassword',
  'name',
  'next',
  'mode',
  'address',
  'id',
  'order',
  'payment',
  'session',
  'status',
  'stock',
  'inStock',
  'key',
  'total',
  'token',
  'firstName',
  'zipcode',
]
const formText = fc.oneof(
  anyText,
  fc.constantFrom(
    'order',
    'remove',
    'Online',
    'pay',
    'decline',
    'profile',
    'password',
    'cancel',
    'delete-address',
    'end-session',
    'delete-account',
    'register',
    'login',
    'approved',
    '1',
    '-1',
    '1e999',
    '/my-orders',
    '/products?q=ключ',
    '//evil.example',
    'ключ',
    'a\r\nb',
  ),
)
const formBody = fc
  .array(fc.tuple(fc.constantFrom(...formFields), formText), { maxLength: 8 })
  .map((fields): FuzzBody => ({ kind: 'form', fields }))

/** A page, its data for the browser (`.data`), or one of its forms sent before JavaScript has loaded. */
export function pageRequest(path: string): fc.Arbitrary<FuzzRequest> {
  const shared = {
    target: fc.constant(`page ${path}`),
    who: callers.public,
    params: paramsOf(path),
    query: extraPairs,
    isRaw: rarelyTrue,
    headers: oddHeaders.map((headers) => ({ accept: 'text/html', ...headers })),
  }
  const visit = fc.record({
    ...shared,
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
    path: fc.constantFrom(path, path, path === '/' ? '/_root.data' : `${path}.data`),
    contentType: fc.constant(undefined),
    body: noBody,
  })
  const form = fc.record({
    ...shared,
    method: fc.constant('POST'),
    path: fc.constantFrom(path, path, path, `${path}.data`),
    contentType: rarely(otherTypes),
    body: fc.oneof(
      { weight: 6, arbitrary: formBody },
      { weight: 1, arbitrary: uploadBody({ json: 'productData', file: 'images' }) },
      { weight: 1, arbitrary: jsonBody(undefined) },
    ),
  })
  return fc.oneof({ weight: 2, arbitrary: visit }, { weight: 1, arbitrary: form })
}
