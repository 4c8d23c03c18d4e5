interface Call extends RequestInit {
  cookie?: string
}
/** Read to its end; `text` is the beginning of a large answer. */
export interface Answer {
  status: number
  headers: Headers
  bytes: number
  text: string
}

const KEPT_BYTES = 1_000_000

export function createCalls(origin: string) {
  async function call(path: string, { cookie, ...init }: Call = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (cookie) headers.set('cookie', cookie)
    const answer = await fetch(origin + path, { ...init, headers, redirect: 'manual' })
    const decoder = new TextDecoder()
    let bytes = 0
    let text = ''
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes < KEPT_BYTES) text += decoder.decode(part, { stream: true })
    }
    return { status: answer.status, headers: answer.headers, bytes, text }
  }
  return {
    call,
    post: (path: string, body: unknown, { headers, ...init }: Call = {}) =>
      call(path, {
        ...init,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...Object.fromEntries(new Headers(headers)) },
        body: JSON.stringify(body),
      }),
  }
}
export type Calls = ReturnType<typeof createCalls>

/** Throws unless all have this status. */
export function expectStatus(status: number, answers: readonly Answer[]) {
  const other = answers.find((answer) => answer.status !== status)
  if (other) throw new Error(`answered ${other.status} instead of ${status}: ${other.text.slice(0, 200)}`)
}

/** Throws unless at least one was answered 200, and all others 200 or told to come again. */
export function expectSome(answers: readonly Answer[]) {
  const done = answers.filter(({ status }) => status !== 429 && status !== 503)
  expectStatus(200, done.length === 0 ? answers : done)
}
