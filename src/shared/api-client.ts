import { z } from 'zod'
import { errorFromAnswer } from './app-error.ts'
import {
  type Answer,
  type AnyInput,
  type CallArguments,
  type Endpoint,
  type JsonEndpoint,
  queryOf,
  requestOf,
} from './endpoint.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

/** Calls an endpoint by its contract. Throws AppError for an answer that is not a success. */
export type Api = <E extends JsonEndpoint>(endpoint: E, ...input: CallArguments<E>) => Promise<Answer<E>>

/** Calls an endpoint's function without a request, for its answer or refusal. Undefined when only a request can answer. */
export type ReadHere = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: { params: Record<string, string>; query: Record<string, string> },
) => Promise<{ status: number; answer: unknown } | undefined>

export function createApi(fetch: Fetch, readHere?: ReadHere): Api {
  return async (endpoint, ...[given]) => {
    const input: AnyInput = given ?? {}
    const here = await readHere?.(endpoint, {
      params: input.params ?? {},
      query: Object.fromEntries(queryOf(input)),
    })
    if (here?.status === 200) return here.answer as Answer<typeof endpoint>
    if (here) throw errorFromAnswer(here.status, here.answer)
    const { url, init } = requestOf(endpoint, input)
    const response = await fetch(url, init)
    const answer = await response.json()
    if (!response.ok) throw errorFromAnswer(response.status, answer)
    const { response: shape, waits } = endpoint
    return z.decode(waits && response.status === 202 ? waits : shape, answer) as Answer<typeof endpoint>
  }
}

/** Sends a form with files to an endpoint that takes one. Throws AppError for an answer that is not a success. */
export type SendForm = <E extends Endpoint>(endpoint: E, form: FormData) => Promise<Answer<E>>

export const createSendForm =
  (fetch: Fetch): SendForm =>
  async (endpoint, form) => {
    const { url, init } = requestOf(endpoint, {})
    const answer = await sent(await fetch(url, { ...init, body: form }))
    return z.decode(endpoint.response ?? z.unknown(), answer) as Answer<typeof endpoint>
  }

async function sent(response: Awaited<ReturnType<Fetch>>) {
  const answer = await response.json()
  if (!response.ok) throw errorFromAnswer(response.status, answer)
  return answer
}
