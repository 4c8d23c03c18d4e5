import { createApi } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'

/** A call without an answer. `refused`: nobody took the connection. `cut`: it was taken and broke. */
export type NoAnswer = 'refused' | 'cut'

export function noAnswer(error: unknown): NoAnswer | undefined {
  if (error instanceof AppError || !(error instanceof TypeError)) return undefined
  const { cause } = error
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED' ? 'refused' : 'cut'
}

/** A browser with cookies of its own; `api` throws AppError for a refusal. */
export function createBrowser(origin: string) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  async function send(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    if (cookies.size > 0) headers.set('cookie', cookie())
    const answer = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2)
      cookies.set(name, value)
    }
    return answer
  }
  return { send, api: createApi(send), cookie }
}
export type Browser = ReturnType<typeof createBrowser>
