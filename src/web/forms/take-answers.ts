import { toast } from 'react-hot-toast'
import { type DataStrategyResult, data, isRouteErrorResponse, type MiddlewareFunction } from 'react-router'
import { leaveFor } from '../leave.ts'
import { said } from '../said-here.ts'
import { type Done, isFormAnswer, type Refused } from './form-answer.ts'

/** A form that did not reach its page's action looks as if the action had refused it. */
function notReached(error: unknown): Refused {
  const refused = { isDone: false, intent: '', code: 'FAILED', fields: {}, typed: {} } as const
  if (isRouteErrorResponse(error)) return { ...refused, status: error.status, message: sentenceIn(error.data) }
  if (error instanceof TypeError) return { ...refused, code: 'OFFLINE', status: 0, message: said('OFFLINE') }
  return { ...refused, status: 500, message: said('FAILED') }
}

/** The shop refuses what is too much before any page is asked, in the words of its API. */
function sentenceIn(body: unknown) {
  try {
    const { message } = JSON.parse(String(body))
    return typeof message === 'string' ? message : said('FAILED')
  } catch {
    return said('FAILED')
  }
}

/** React Router wraps an action's result together with its status. */
const contentOf = (result: unknown): unknown =>
  typeof result === 'object' && result !== null && 'data' in result && 'init' in result ? result.data : result

export function sayDone({ message, toast: words = message }: Done) {
  if (words) toast.success(words)
}

/** Tells a success at once: the form may be gone when the page shows the answer to `useSend`. Middleware of the root route. */
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
    // A status of 400 or more keeps the router from loading this page again.
    if (type === 'error' || isElsewhere) results[id] = { type: 'data', result: data(given, { status: 503 }) }
  }
  return results
}
