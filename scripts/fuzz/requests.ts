import fc from 'fast-check'
import type { Endpoint } from '#shared/endpoint.ts'
import { endpointRequest } from './endpoint-requests.ts'
import { oddRequest } from './odd-requests.ts'
import { pageRequest } from './page-requests.ts'
import type { FuzzRequest } from './request.ts'

/** New endpoints are among these by themselves. */
export interface Targets {
  endpoints: readonly Endpoint[]
  /** Patterns such as /products/:category; none when the pages are not built. */
  pages: readonly string[]
}

export function anyRequest({ endpoints, pages }: Targets): fc.Arbitrary<FuzzRequest> {
  const paths = endpoints.map(({ path }) => path)
  const choices = [
    ...endpoints.map((endpoint) => ({ weight: 3, arbitrary: endpointRequest(endpoint) })),
    ...pages.map((path) => ({ weight: 1, arbitrary: pageRequest(path) })),
    { weight: 8, arbitrary: oddRequest([...paths, ...pages]) },
  ]
  return fc.oneof(...choices)
}
