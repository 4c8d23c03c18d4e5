import { AppError, errorFromAnswer } from '#shared/app-error.ts'
import { type AnyInput, type CallArguments, type JsonEndpoint, requestOf, type WireAnswer } from '#shared/endpoint.ts'
import { LANGUAGE_HEADER } from '#shared/locales.ts'
import { pageLanguage, said } from './said-here.ts'

/** `call(login, { body })`, from the browser. Answers in wire form (rupees). Throws AppError. */
export async function call<E extends JsonEndpoint>(endpoint: E, ...[given]: CallArguments<E>): Promise<WireAnswer<E>> {
  const input: AnyInput = given ?? {}
  const { url, init } = requestOf(endpoint, input)
  const headers = { ...init.headers, [LANGUAGE_HEADER]: pageLanguage() }
  const response = await fetch(url, { ...init, headers }).catch(() => {
    throw new AppError('OFFLINE', 0, said('OFFLINE'))
  })
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw errorFromAnswer(response.status, answer)
  return answer
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : said('FAILED'))
