import fc from 'fast-check'
import { ProductChange, ProductData } from '#features/catalog/seller-products.contract.ts'
import type { RawEndpoint } from '#kernel/http/implement.ts'
import type { Access } from '#shared/endpoint.ts'
import { spoiledOrValid, validOf, wireSchema } from './contract-values.ts'
import { fact } from './facts.ts'
import { hostileText } from './hostile.ts'
import { goodPictures, pictures } from './pictures.ts'
import type { FuzzBody, FuzzRequest } from './request.ts'
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
  usualCaller,
  usualParams,
} from './request-parts.ts'

const fileName = fc.oneof(fc.constantFrom('a.jpg', 'products.csv', '../../a.png', 'a\0.png', ''), hostileText)
const aPicture = fc
  .tuple(fc.constantFrom(...pictures), rarely(fc.nat({ max: 200 })))
  .map(([bytes, cut]) => bytes.subarray(0, cut).toString('base64'))
const csv = fc
  .tuple(
    fc.constantFrom('name,category,price,offerPrice', 'id,name', 'name,category,price,offerPrice,stock,inStock', ''),
    fc.array(fc.array(anyText, { maxLength: 6 }), { maxLength: 6 }),
  )
  .map(([heading, rows]) => [heading, ...rows.map((cells) => cells.join(','))].join('\n'))
const aFile = fc.record({
  field: fc.constantFrom('images', 'images', 'images', 'images', 'picture', 'file', 'x"y'),
  name: fileName.map((name) => name.replace(/[\r\n"]/g, '')),
  type: fc.constantFrom('image/jpeg', 'image/svg+xml', 'text/csv', 'application/octet-stream'),
  base64: fc.oneof(
    aPicture,
    csv.map((text) => Buffer.from(text).toString('base64')),
  ),
})
const aProduct = fc
  .oneof(spoiledOrValid(ProductData), spoiledOrValid(ProductChange))
  .map((product) => JSON.stringify(product) ?? '')
export const multipartBody: fc.Arbitrary<FuzzBody> = fc.record({
  kind: fc.constant('multipart'),
  fields: fc.array(
    fc.tuple(
      fc.constantFrom('productData', 'productData', 'note'),
      fc.oneof({ weight: 5, arbitrary: aProduct }, { weight: 1, arbitrary: hostileText }),
    ),
    { maxLength: 3 },
  ),
  files: fc.oneof(
    { weight: 4, arbitrary: fc.array(aFile, { maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(aFile, { maxLength: 5 }) },
  ),
  cutAt: rarely(fc.nat({ max: 600 })),
})

const goodFile = fc.record({
  field: fc.constant('images'),
  name: fc.constant('a.jpg'),
  type: fc.constant('image/jpeg'),
  base64: fc.constantFrom(...goodPictures).map((bytes) => bytes.toString('base64')),
})
/** A product with a picture or none: what most uploads take, or at least read. */
const usualForm: fc.Arbitrary<FuzzBody> = fc.record({
  kind: fc.constant('multipart'),
  fields: validOf(wireSchema(ProductData)).map((product): [string, string][] => [
    ['productData', JSON.stringify(product)],
  ]),
  files: fc.array(goodFile, { maxLength: 2 }),
  cutAt: fc.constant(undefined),
})

/** What is asked for by a program with a token of its own. */
const credentialsFor = (path: string): Record<string, string> =>
  path === '/metrics' ? { authorization: `Bearer ${fact('metricsToken')}` } : {}

/** An upload, a download, or whatever else is not JSON. */
export function rawRequest({ method, path, access }: RawEndpoint<Access>): fc.Arbitrary<FuzzRequest> {
  const target = { target: fc.constant(`${method} ${path}`), method: fc.constant(method), path: fc.constant(path) }
  const usual = fc.record({
    ...target,
    who: fc.constant(usualCaller[access]),
    params: usualParams(path),
    query: fc.constant<[string, string][]>([]),
    isRaw: fc.constant(false),
    headers: fc.constant(credentialsFor(path)),
    contentType: fc.constant(undefined),
    body: method === 'GET' ? noBody : usualForm,
  })
  const spoiled = fc.record({
    ...target,
    who: callers[access],
    params: paramsOf(path),
    query: extraPairs,
    isRaw: rarelyTrue,
    headers: oddHeaders,
    contentType: rarely(otherTypes),
    body:
      method === 'GET'
        ? noBody
        : fc.oneof(
            { weight: 6, arbitrary: multipartBody },
            { weight: 2, arbitrary: csv.map((text): FuzzBody => ({ kind: 'csv', text })) },
            { weight: 1, arbitrary: jsonBody(undefined) },
          ),
  })
  return fc.oneof({ weight: 1, arbitrary: usual }, { weight: 2, arbitrary: spoiled })
}
