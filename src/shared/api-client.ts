import { z } from 'zod'
import { errorFromAnswer } from './app-error.ts'
import { type Answer, type CallInput, type Endpoint, endpointUrl, type JsonEndpoint, queryOf } from './endpoint.ts'

/** A browser's `fetch`, or what stands in for it inside the server. */
export type Fetch = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>
type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an endpoint by its contract. Throws AppError for an answer that is not a success. */
export type Api = <E extends JsonEndpoint>(
  endpoint: E,
  ...input: Record<never, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
) => Promise<Answer<E>>

/**
 * Answers a call without a request: 200 with what the endpoint's function gives, else with what the refusal says. Undefined when it
 * cannot; a request can.
 */
export type ReadHere = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: { params: Record<string, string>; query: Record<string, string> },
) => Promise<{ status: number; answer: unknown } | undefined>

/** The client that follows from the contracts: used by page loaders (in-process) and by tests. */
export function createApi(fetch: Fetch, readHere?: ReadHere): Api {
  return async (endpoint, ...[given]) => {
    const input: AnyInput = given ?? {}
    const here = await readHere?.(endpoint, {
      params: input.params ?? {},
      query: Object.fromEntries(queryOf(input)),
    })
    if (here?.status === 200) return here.answer as Answer<typeof endpoint>
    if (here) throw errorFromAnswer(here.status, here.answer)
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
