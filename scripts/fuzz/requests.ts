import fc from 'fast-check'
import type { RawEndpoint } from '#kernel/http/implement.ts'
import type { Access, Endpoint } from '#shared/endpoint.ts'
import { endpointRequest } from './endpoint-requests.ts'
import { oddRequest } from './odd-requests.ts'
import { pageRequest } from './page-requests.ts'
import type { FuzzRequest } from './request.ts'
import { rawRequest } from './upload-requests.ts'

/** What is fuzzed. Endpoints that are added later are in it by themselves. */
export interface Targets {
  endpoints: readonly Endpoint[]
  rawEndpoints: readonly RawEndpoint<Access>[]
  /** Patterns such as /products/:category; none when the pages are not built. */
  pages: readonly string[]
}

/** One request to anything there is. */
export function anyRequest({ endpoints, rawEndpoints, pages }: Targets): fc.Arbitrary<FuzzRequest> {
  const paths = [...endpoints, ...rawEndpoints].map(({ path }) => path)
  const choices = [
    ...endpoints.map((endpoint) => ({ weight: 3, arbitrary: endpointRequest(endpoint) })),
    ...rawEndpoints.map((endpoint) => ({ weight: 3, arbitrary: rawRequest(endpoint) })),
    ...pages.map((path) => ({ weight: 1, arbitrary: pageRequest(path) })),
    { weight: 8, arbitrary: oddRequest([...paths, ...pages]) },
  ]
  return fc.oneof(...choices)
}
