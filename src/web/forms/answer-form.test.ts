import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { notLoggedIn } from '#shared/app-error.ts'
import { apiContext, visitContext } from '../api-context.ts'
import { answerForm } from './answer-form.ts'
import { refuseField } from './refuse-field.ts'

type Args = Parameters<typeof answerForm>[0]
type Work = Parameters<typeof answerForm>[1]

/** What a page answers to a form; in the background, or to a browser without JavaScript. */
async function answer(isBackground: boolean, work: Work, path = '/account') {
  const context = new RouterContextProvider()
  context.set(apiContext, async () => {
    throw new Error('not called')
  })
  context.set(visitContext, {
    sessions: ['user', 'seller'],
    isForAll: false,
    isBackground,
    isOneState: async () => true,
  })
  const url = new URL(path, 'http://shop.example')
  const body = new URLSearchParams({ intent: 'profile', name: 'Ananya', newPassword: 'secret' })
  const args: Args = { request: new Request(url, { method: 'POST', body }), url, params: {}, pattern: path, context }
  const given = await answerForm(args, work)
  return given instanceof Response
    ? { status: given.status, location: given.headers.get('location') }
    : { status: given.init?.status ?? 200, data: given.data }
}

const done: Work = async () => ({ message: 'Saved', back: '/account?saved=profile' })
const refused: Work = async () => {
  throw refuseField('name', 'Enter your name')
}
const ended: Work = async () => {
  throw notLoggedIn()
}

describe('what a page answers to a form', () => {
  it('is a message in the background, and a redirect to a browser that has sent it itself', async () => {
    expect(await answer(true, done)).toEqual({
      status: 200,
      data: { isDone: true, intent: 'profile', message: 'Saved' },
    })
    expect(await answer(false, done)).toEqual({ status: 302, location: '/account?saved=profile' })
  })

  it('is a refusal with the fields and what was typed, without passwords', async () => {
    for (const isBackground of [true, false]) {
      expect(await answer(isBackground, refused)).toMatchObject({
        status: 400,
        data: {
          isDone: false,
          status: 400,
          message: 'Enter your name',
          fields: { name: 'Enter your name' },
          typed: { intent: 'profile', name: 'Ananya' },
        },
      })
    }
    expect(JSON.stringify(await answer(false, refused))).not.toContain('secret')
  })

  it.each([
    ['/account', '/login?next=%2Faccount'],
    ['/seller/orders', '/seller/orders'],
  ])('when the session has ended on %s leads to %s', async (path, location) => {
    expect(await answer(false, ended, path)).toEqual({ status: 302, location })
    expect(await answer(true, ended, path)).toMatchObject({ status: 401, data: { code: 'NOT_LOGGED_IN' } })
  })

  it('is no answer for a failure of our own', async () => {
    await expect(answer(true, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  })
})
