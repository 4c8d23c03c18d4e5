import {
  type DataStrategyResult,
  data,
  UNSAFE_ErrorResponseImpl as ErrorResponse,
  RouterContextProvider,
} from 'react-router'
import { expect, it } from 'vitest'
import { takeAnswers } from './take-answers.ts'

/** What the router gets for a form whose way to the action ended so. */
async function taken(result: DataStrategyResult) {
  const request = new Request('http://shop.example/account', { method: 'POST' })
  const args = {
    request,
    params: {},
    context: new RouterContextProvider(),
    pattern: '/account',
    url: new URL(request.url),
  }
  const results = await takeAnswers(args, async () => ({ page: result }))
  return results && 'page' in results ? results.page : undefined
}

it.each([
  ['no connection', data(new TypeError('Failed to fetch')), { status: 0, code: 'OFFLINE' }],
  [
    'a busy shop',
    new ErrorResponse(503, '', JSON.stringify({ message: 'The shop is very busy' })),
    { status: 503, message: 'The shop is very busy' },
  ],
  ['a broken answer', data(new Error('Unable to decode')), { status: 500, code: 'FAILED' }],
])('%s is an answer, so that the page stays', async (_, error, expected) => {
  const result = await taken({ type: 'error', result: error })
  expect(result).toMatchObject({
    type: 'data',
    result: { data: { isDone: false, ...expected }, init: { status: 503 } },
  })
})

it('lets redirects and other data be', async () => {
  for (const result of [data({ isDone: true, message: 'Saved' }), new Response(null, { status: 302 })]) {
    expect(await taken({ type: 'data', result })).toEqual({ type: 'data', result })
  }
})

it('has nothing loaded anew when another page comes', async () => {
  const result = await taken({ type: 'data', result: data({ isDone: true, to: '/my-orders' }) })
  expect(result).toMatchObject({ result: { init: { status: 503 } } })
})
