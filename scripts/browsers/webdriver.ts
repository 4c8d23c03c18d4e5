import { z } from 'zod'
import { SECOND_MS } from '#shared/time.ts'
import { createLeave } from './leave.ts'

/** The name that the W3C gave to a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const SCRIPT_MS = 20 * SECOND_MS
const ANSWER_MS = 2 * SCRIPT_MS
const Answer = z.object({ value: z.unknown() })
const Failure = z.object({ error: z.string(), message: z.string() })
const Session = z.object({ sessionId: z.string() })
const Element = z.object({ [ELEMENT]: z.string() })

/** A session of W3C WebDriver; each function is one command of the standard. */
export async function startSession(address: string, capabilities: object) {
  async function command(method: string, path: string, body?: object) {
    const answer = await fetch(address + path, {
      method,
      // A page that is being left may never answer.
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    })
    const { value } = Answer.parse(await answer.json())
    const failure = Failure.safeParse(value)
    if (failure.success) throw new Error(`${method} ${path}: ${failure.data.error} ${failure.data.message}`)
    return value
  }

  const { sessionId } = Session.parse(
    await command('POST', '/session', { capabilities: { alwaysMatch: capabilities } }),
  )
  await command('POST', `/session/${sessionId}/timeouts`, { script: SCRIPT_MS })
  const own = (path: string) => `/session/${sessionId}${path}`
  const post = (path: string, body: object = {}) => command('POST', own(path), body)
  const execute = (expression: string) => post('/execute/sync', { script: `return ${expression}`, args: [] })
  const leave = createLeave(execute)
  const move = (path: string, body?: object) => leave(() => post(path, body))
  const act = (kind: 'pointer' | 'key', actions: readonly object[]) =>
    post('/actions', { actions: [{ type: kind, id: kind, actions }] })

  return {
    goTo: (url: string) => move('/url', { url }),
    back: () => move('/back'),
    reload: () => move('/refresh'),
    execute,
    pressAt: (x: number, y: number) =>
      act('pointer', [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 0 },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]),
    type: (text: string) =>
      act(
        'key',
        [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    attach: async (expression: string, files: readonly string[]) => {
      const { [ELEMENT]: id } = Element.parse(await execute(expression))
      await post(`/element/${id}/value`, { text: files.join('\n') })
    },
    resize: (width: number, height: number) => post('/window/rect', { x: 0, y: 0, width, height }),
    photograph: async () => Buffer.from(z.string().parse(await command('GET', own('/screenshot'))), 'base64'),
    /** Only those of the page's own site. */
    deleteCookies: () => command('DELETE', own('/cookie')),
    end: () => command('DELETE', own('')),
  }
}
