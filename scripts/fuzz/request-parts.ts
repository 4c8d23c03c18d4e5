import fc from 'fast-check'
import type { z } from 'zod'
import type { Access } from '#shared/endpoint.ts'
import { spoiledOrValid } from './contract-values.ts'
import { fact, factAbout, facts } from './facts.ts'
import { hostileText } from './hostile.ts'
import type { FuzzBody, Who } from './request.ts'

// Parts of requests to endpoints, uploads, pages and odd addresses.

export const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

export const noBody = fc.constant<FuzzBody>({ kind: 'none' })

const aFact = fc.constantFrom(...facts).map(fact)
export const anyText = fc.oneof({ weight: 2, arbitrary: aFact }, { weight: 1, arbitrary: hostileText })

export const callers: Record<Access, fc.Arbitrary<Who>> = {
  public: fc.constantFrom('visitor', 'shopper', 'seller', 'maker'),
  user: fc.constantFrom('shopper', 'shopper', 'shopper', 'shopper', 'shopper', 'visitor', 'seller'),
  seller: fc.constantFrom('seller', 'seller', 'seller', 'seller', 'seller', 'visitor', 'shopper', 'maker'),
  producer: fc.constantFrom('maker', 'maker', 'maker', 'maker', 'maker', 'visitor', 'shopper', 'seller'),
}

/** Headers that a browser, a program or an attacker might send. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'accept',
        'accept-encoding',
        'accept-language',
        'authorization',
        'content-encoding',
        'cookie',
        'host',
        'if-none-match',
        'if-modified-since',
        'origin',
        'range',
        'referer',
        'sec-fetch-dest',
        'sec-fetch-site',
        'sec-purpose',
        'te',
        'traceparent',
        'user-agent',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
        'x-haat-caller',
        'x-http-method-override',
        'x-request-id',
        'idempotency-key',
      ),
      fc.oneof(
        hostileText,
        fc.constantFrom(
          'text/html',
          'application/json',
          'same-origin',
          'cross-site',
          'null',
          'https://evil.example',
          'bytes=0-5,9-',
          'gzip',
          'haat-user=x; haat-cart-form=constructor~2.__proto__~3',
          'haat-cart-form=%00~1.a~NaN',
        ),
      ),
      { maxKeys: 3 },
    ),
  },
)

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
export const pairsOf = (value: unknown): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]): [string, string][] =>
        inner === undefined
          ? []
          : Array.isArray(inner)
            ? inner.map((one): [string, string] => [name, asText(one)])
            : [[name, asText(inner)]],
      )
    : []
export const textsOf = (value: unknown) => Object.fromEntries(pairsOf(value))

export const extraPairs = fc.oneof(
  { weight: 5, arbitrary: fc.constant<[string, string][]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.tuple(
        fc.oneof(
          hostileText,
          fc.constantFrom(
            'q',
            'page',
            'id',
            'next',
            'q[]',
            'q[a]',
            'ids',
            '_routes',
            'token',
            'mode',
            'saved',
            'from',
            'view',
            'category',
          ),
        ),
        anyText,
      ),
      { maxLength: 4 },
    ),
  },
)

export const part = (schema: z.ZodType | undefined) => (schema ? spoiledOrValid(schema) : fc.constant({}))
const namesIn = (path: string) => Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
/** `/api/order/:id`: mostly an order's id. */
export function paramsOf(path: string) {
  const value = fc.oneof({ weight: 4, arbitrary: factAbout(path.split('/')) }, { weight: 1, arbitrary: anyText })
  return fc.record(Object.fromEntries(namesIn(path).map((name) => [name, value])))
}

const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]]',
    '{"a":1,"a":2}',
    '\ufeff{}',
    'null',
    '"x"',
    '{"email":"a@b.co",}',
    "{'a':1}",
    '['.repeat(50_000),
    '1e999',
    '{"__proto__":{}}',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
export const otherTypes = fc.constantFrom(
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;charset="utf-8"',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'text/csv',
  'application/json, text/plain',
  ';',
  'image/png',
)

export function jsonBody(schema: z.ZodType | undefined): fc.Arbitrary<FuzzBody> {
  const value = part(schema).map((json): FuzzBody => ({ kind: 'json', value: json }))
  return fc.oneof(
    { weight: 12, arbitrary: value },
    { weight: 1, arbitrary: brokenJson.map((text): FuzzBody => ({ kind: 'text', text })) },
    {
      weight: 1,
      arbitrary: fc
        .uint8Array({ maxLength: 40 })
        .map((bytes): FuzzBody => ({ kind: 'bytes', base64: Buffer.from(bytes).toString('base64') })),
    },
    { weight: 1, arbitrary: noBody },
  )
}

export const rarelyTrue = fc.nat({ max: 11 }).map((dice) => dice === 0)

export const usualCaller: Record<Access, Who> = {
  ...{ public: 'visitor', user: 'shopper', seller: 'seller', producer: 'maker' },
}
export const usualParams = (path: string) =>
  fc.record(Object.fromEntries(namesIn(path).map((name) => [name, factAbout(path.split('/'))])))
