import type { FastifyRequest } from 'fastify'
import { badInput } from '#shared/app-error.ts'
import { checkSlowSession } from './ended-sessions.ts'

/**
 * Reads a multipart form. One that ends in the middle, or whose parts cannot be told apart, is an Error without a code, while
 * what is too much of a form and what goes wrong with files has one. Throws BAD_INPUT, and NOT_LOGGED_IN when the session has
 * ended while it arrived.
 */
export async function wholeForm<Result>(request: FastifyRequest, reading: Promise<Result>): Promise<Result> {
  try {
    const form = await reading
    await checkSlowSession(request.server.deps, request)
    return form
  } catch (error) {
    const isForm = error instanceof Error && error.constructor === Error && !('code' in error)
    throw isForm ? badInput({ form: 'The form did not arrive whole. Please send it again' }) : error
  }
}
