import { toast } from 'react-hot-toast'
import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { FAILED, OFFLINE } from './call.ts'
import { type Done, isFormAnswer, type Refused } from './form-answer.ts'
import { leaveFor } from './leave.ts'

/** A form that did not reach its page's action, as if the action had refused it. */
function notReached(error: unknown): Refused {
  const refused = { isDone: false, intent: '', code: 'FAILED', fields: {}, typed: {} } as const
  if (isRouteErrorResponse(error)) return { ...refused, status: error.status, message: sentenceIn(error.data) }
  // What `fetch` throws when there is no connection.
  if (error instanceof TypeError) return { ...refused, code: 'OFFLINE', status: 0, message: OFFLINE }
  return { ...refused, status: 500, message: FAILED }
}

/** The shop refuses what is too much before any page is asked, in the words of its API. */
function sentenceIn(body: unknown) {
  try {
    const { message } = JSON.parse(String(body))
    return typeof message === 'string' ? message : FAILED
  } catch {
    return FAILED
  }
}

/** React Router wraps what an action gives, or throws, together with its status. */
const contentOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'data' in result && 'init' in result ? result.data : result

/** Says in a toast that it is done. */
export function sayDone({ message, toast: words = message }: Done) {
  if (words) toast.success(words)
}

/**
 * Takes what the actions of pages answer to forms that the router has sent, for `useSend`. What was done on the page is said at once: whoever
 * sent it may be gone when the page shows it. What went wrong on the way is an answer, too, so that the page stays as it is. Middleware of
 * the root route, so that no page does it by itself.
 */
export const takeAnswers: MiddlewareFunction<Record<string, DataStrategyResult>> = async ({ request }, next) => {
  const results = await next()
  if (request.method === 'GET' || request.signal.aborted) return results
  for (const [id, { type, result }] of Object.entries(results)) {
    if (result instanceof Response) continue
    const given = type === 'error' ? notReached(contentOf(result)) : contentOf(result)
    if (!isFormAnswer(given)) continue
    if (given.isDone && given.leave) await leaveFor(given.leave)
    const isElsewhere = given.isDone && given.to !== undefined
    if (given.isDone && !isElsewhere) sayDone(given)
    // A status of 400 or more keeps the router from loading this page again: nothing has changed, or another page comes.
    if (type === 'error' || isElsewhere) results[id] = { type: 'data', result: data(given, { status: 503 }) }
  }
  return results
}
