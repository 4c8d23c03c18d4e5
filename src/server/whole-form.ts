import { badInput } from '#shared/app-error.ts'

/**
 * Reads a multipart form. One that ends in the middle, or whose parts cannot be told apart, is an Error without a code, while
 * what is too much of a form and what goes wrong with files has one. Throws BAD_INPUT.
 */
export async function wholeForm<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (error) {
    const isForm = error instanceof Error && error.constructor === Error && !('code' in error)
    throw isForm ? badInput({ form: 'The form did not arrive whole. Please send it again' }) : error
  }
}
