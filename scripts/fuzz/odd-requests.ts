import fc from 'fast-check'
import type { FuzzRequest } from './request.ts'
import { callers, extraPairs, jsonBody, noBody, oddHeaders, otherTypes, paramsOf, rarely } from './request-parts.ts'

const otherPaths = [
  '/api',
  '/api/:a',
  '/api/:a/:b',
  '/api/docs',
  '/api/docs/:a',
  '/api/openapi.json',
  '/healthz',
  '/readyz',
  '/metrics',
  '/robots.txt',
  '/sitemap.xml',
  '/sitemap/products-:a.xml',
  '/media/:a',
  '/media/:a/:b',
  '/assets/:a',
  '/pictures/:a',
  '/favicon.ico',
  '/.env',
  '/src/:a',
  '/__manifest',
  '//:a',
  '/:a',
  '/:a/:b',
]
const methods = [
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'QUERY',
  'LOCK',
  'M-SEARCH',
]

/** Any method on any address, known or not. */
export function oddRequest(known: readonly string[]): fc.Arbitrary<FuzzRequest> {
  return fc.constantFrom(...otherPaths, ...known).chain((path) =>
    fc.record({
      target: fc.constant('other addresses and methods'),
      who: callers.public,
      method: fc.constantFrom(...methods),
      path: fc.constant(path),
      params: paramsOf(path),
      query: extraPairs,
      isRaw: fc.boolean(),
      headers: oddHeaders,
      contentType: rarely(otherTypes),
      body: fc.oneof(noBody, jsonBody(undefined)),
    }),
  )
}
