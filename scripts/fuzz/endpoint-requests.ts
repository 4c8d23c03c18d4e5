import fc from 'fast-check'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { validOf, wireSchema } from './contract-values.ts'
import { fact } from './facts.ts'
import type { FuzzRequest } from './request.ts'
import { spoiledBody, usualBody } from './request-bodies.ts'
import {
  callers,
  extraPairs,
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

/** For programs with a token of their own. */
const credentialsFor = (path: string): Record<string, string> =>
  path === '/metrics' ? { authorization: `Bearer ${fact('metricsToken')}` } : {}

/** A request of a well-behaved program. */
function usualRequest(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const { method, path, access, query, headers } = endpoint
  const valid = (schema: z.ZodType | undefined) => (schema ? validOf(wireSchema(schema)) : fc.constant({}))
  return fc.record({
    target: fc.constant(`${method} ${path}`),
    who: fc.constant(usualCaller[access]),
    method: fc.constant(method),
    path: fc.constant(path),
    params: usualParams(path),
    query: valid(query).map(pairsOf),
    isRaw: fc.constant(false),
    headers: valid(headers).map((own) => ({ ...credentialsFor(path), ...textsOf(own) })),
    contentType: fc.constant(undefined),
    body: usualBody(endpoint),
  })
}

function spoiledRequest(endpoint: Endpoint): fc.Arbitrary<FuzzRequest> {
  const { method, path, access, query, headers } = endpoint
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
    body: spoiledBody(endpoint),
  })
}

export const endpointRequest = (endpoint: Endpoint): fc.Arbitrary<FuzzRequest> =>
  fc.oneof({ weight: 1, arbitrary: usualRequest(endpoint) }, { weight: 2, arbitrary: spoiledRequest(endpoint) })
