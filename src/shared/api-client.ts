import { z } from 'zod'
import { AppError } from './app-error.ts'
import type { Answer, CallInput, Endpoint } from './endpoint.ts'

/** A browser's `fetch`, or what stands in for it inside the server. */
export type Fetch = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>
type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an endpoint by its contract. Throws AppError for an answer that is not a success. */
export type Api = <E extends Endpoint>(
  endpoint: E,
  ...input: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => Promise<Answer<E>>

/** `/api/address/:id` with `{id}` -> `/api/address/0198…`, plus the query. Empty query values are left out. */
export function endpointUrl(path: string, input: Pick<AnyInput, 'params' | 'query'>) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** The client that follows from the contracts: used by page loaders (in-process) and by tests. */
export function createApi(fetch: Fetch): Api {
  return async (endpoint, ...[given]) => {
    const input: AnyInput = given ?? {}
    const response = await fetch(endpointUrl(endpoint.path, input), {
      method: endpoint.method,
      headers: { ...(input.body === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    })
    const answer = await response.json()
    if (!response.ok) throw errorFromAnswer(response.status, answer)
    return z.decode(endpoint.response, answer) as Answer<typeof endpoint>
  }
}

/** Rebuilds the AppError that the server told of. */
export function errorFromAnswer(status: number, answer: unknown) {
  const { code, message, fields, ...details } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    code?: string
    message?: string
    fields?: Record<string, string>
  }
  return new AppError(code ?? 'FAILED', status, message ?? 'Something went wrong. Please try again', {
    ...(fields ? { fields } : {}),
    details,
  })
}
