import fc from 'fast-check'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { validOf, wireSchema } from './contract-values.ts'
import type { FuzzBody, FuzzRequest } from './request.ts'
import {
  callers,
  extraPairs,
  jsonBody,
  noBody,
  oddHeaders,
  otherTypes,
  pairsOf,
  paramsOf,
  part,
  rarely,
  rarelyTrue,
  textsOf,
  usualCaller,
  usualParams,
} from './request-parts.ts'

/** What a program of ours would send. */
function usualRequest({ method, path, access, query, headers, body }: Endpoint): fc.Arbitrary<FuzzRequest> {
  const valid = (schema: z.ZodType | undefined) => (schema ? validOf(wireSchema(schema)) : fc.constant({}))
  return fc.record({
    target: fc.constant(`${method} ${path}`),
    who: fc.constant(usualCaller[access]),
    method: fc.constant(method),
    path: fc.constant(path),
    params: usualParams(path),
    query: valid(query).map(pairsOf),
    isRaw: fc.constant(false),
    headers: valid(headers).map(textsOf),
    contentType: fc.constant(undefined),
    body: body ? valid(body).map((value): FuzzBody => ({ kind: 'json', value })) : noBody,
  })
}

function spoiledRequest({ method, path, access, query, headers, body }: Endpoint): fc.Arbitrary<FuzzRequest> {
  return fc.record({
    target: fc.constant(`${method} ${path}`),
    who: callers[access],
    method: fc.constant(method),
    path: fc.constant(path),
    params: paramsOf(path),
    query: fc.tuple(part(query).map(pairsOf), extraPairs).map(([own, extra]) => [...own, ...extra]),
    isRaw: rarelyTrue,
    headers: fc.tuple(part(headers).map(textsOf), oddHeaders).map(([own, odd]) => ({ ...own, ...odd })),
    contentType: rarely(otherTypes),
    body: method === 'GET' ? noBody : jsonBody(body),
  })
}

/** By its contract. */
export const endpointRequest = (endpoint: Endpoint): fc.Arbitrary<FuzzRequest> =>
  fc.oneof({ weight: 1, arbitrary: usualRequest(endpoint) }, { weight: 2, arbitrary: spoiledRequest(endpoint) })
