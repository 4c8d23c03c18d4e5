import { expect, it } from 'vitest'
import { z } from 'zod'
import type { PageHandler } from '#app/pages/render-page.ts'
import { implement } from '#kernel/http/implement.ts'
import { createApi } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import { endpoint } from '#shared/endpoint.ts'
import { testShop } from '#testing/shop.ts'

const countPots = endpoint('GET', '/api/pots', {
  access: 'public',
  summary: 'How many pots there are',
  cache: 'catalogue',
  response: z.object({ pots: z.int() }),
})

/** Says what a page is told that reads the catalogue in-process. */
const page: PageHandler = async (_request, { fetchApi, readHere }) => {
  const told = await createApi(
    fetchApi,
    readHere,
  )(countPots).then(
    ({ pots }) => `${pots} pots`,
    (error) => (error instanceof AppError ? error.code : 'unknown'),
  )
  return new Response(told, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

const pageOf = async (pots: number, settings: Record<string, string> = {}) => {
  const shop = await testShop(settings, {
    pages: page,
    addRoutes: (app) => implement(app, { countPots }, { countPots: () => ({ pots }) }),
  })
  const { body } = await shop.request({ method: 'GET', url: '/' })
  await shop.close()
  return body
}

it('a page reads what has the shape of the contract', async () => {
  expect(await pageOf(3)).toBe('3 pots')
})

it('in tests and development, what has another shape fails; in production nothing looks', async () => {
  expect(await pageOf(2.5)).toBe('INTERNAL')
  expect(await pageOf(2.5, { NODE_ENV: 'development' })).toBe('INTERNAL')
  expect(await pageOf(2.5, { NODE_ENV: 'production' })).toBe('2.5 pots')
})
