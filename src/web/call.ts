import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type Endpoint, endpointUrl, type JsonEndpoint, type WireAnswer, type WireBody } from '#shared/endpoint.ts'

export const OFFLINE = 'You seem to be offline. Please check your connection and try again'
export const FAILED = 'Something went wrong. Please try again'

export type Route<E extends Endpoint> = `${E['method']} ${E['path']}`

/**
 * Calls the API from the browser: `call<typeof login>('POST /api/user/login', { body })`. The contract is imported for
 * its type only, which keeps zod out of the bundle. Answers in wire form (rupees). Throws AppError.
 */
export async function call<E extends JsonEndpoint>(
  route: Route<E>,
  input: {
    params?: Record<string, string>
    query?: Record<string, string>
    body?: WireBody<E>
    headers?: Record<string, string>
  } = {},
): Promise<WireAnswer<E>> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(endpointUrl(path, input), {
    method,
    headers: { ...(input.body === undefined ? {} : { 'content-type': 'application/json' }), ...input.headers },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  }).catch(() => {
    throw new AppError('OFFLINE', 0, OFFLINE)
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw errorFromAnswer(response.status, answer)
  return answer
}

/** The sentence to show for a failed call. */
export const messageOf = (error: unknown) => (error instanceof Error ? error.message : FAILED)
