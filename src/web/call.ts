import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type AnyInput, type CallArguments, type JsonEndpoint, requestOf, type WireAnswer } from '#shared/endpoint.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'

/** For the header by which the shop words its answer in the page's language. */
export const pageLanguage = () => document.documentElement.lang.slice(0, 2)

export const OFFLINE = 'You seem to be offline. Please check your connection and try again'
export const FAILED = 'Something went wrong. Please try again'

/** `call(login, { body })`, from the browser. Answers in wire form (rupees). Throws AppError. */
export async function call<E extends JsonEndpoint>(endpoint: E, ...[given]: CallArguments<E>): Promise<WireAnswer<E>> {
  const input: AnyInput = given ?? {}
  const { url, init } = requestOf(endpoint, input)
  const headers = { ...init.headers, [LANGUAGE_HEADER]: pageLanguage() }
  const response = await fetch(url, { ...init, headers }).catch(() => {
    throw new AppError('OFFLINE', 0, OFFLINE)
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw errorFromAnswer(response.status, answer)
  return answer
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : FAILED)
