/** A refusal with the sentence that people read; kernel/http/errors.ts turns it into an answer. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  readonly fields: Record<string, string> | undefined
  /** Facts that a page needs, such as the new total of a cart. Never personal data. */
  readonly details: Record<string, unknown> | undefined

  constructor(code: string, status: number, message: string, extra: Extra = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.fields = extra.fields
    this.details = extra.details
  }
}

interface Extra {
  fields?: Record<string, string>
  details?: Record<string, unknown>
}

export interface ErrorKind<Args extends unknown[]> {
  (...args: Args): AppError
  readonly code: string
  readonly status: number
}

/** Declares an error once; call the result to make one. Errors that no page asks for are left out of the browser's files. */
/* @__NO_SIDE_EFFECTS__ */
export function appError<Args extends unknown[] = []>(
  code: string,
  status: number,
  sentence: string | ((...args: Args) => string),
  extra?: (...args: Args) => Extra,
): ErrorKind<Args> {
  const say = typeof sentence === 'string' ? () => sentence : sentence
  const make = (...args: Args) => new AppError(code, status, say(...args), extra?.(...args))
  return Object.assign(make, { code, status })
}

export function errorFromAnswer(status: number, answer: unknown, otherwise = 'Something went wrong. Please try again') {
  const {
    success: _,
    code,
    message,
    fields,
    ...details
  } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    success?: false
    code?: string
    message?: string
    fields?: Record<string, string>
  }
  return new AppError(code ?? 'FAILED', status, message ?? otherwise, { ...(fields ? { fields } : {}), details })
}

export const badInput = (fields: Record<string, string>, message?: string) =>
  new AppError('BAD_INPUT', 400, message ?? Object.values(fields)[0] ?? 'Please check what you entered', { fields })
export const notLoggedIn = appError('NOT_LOGGED_IN', 401, 'Please log in to do this')
export const notAllowed = appError('NOT_ALLOWED', 403, 'You may not do this')
export const foreignOrigin = appError('FOREIGN_ORIGIN', 403, 'This request came from another site and was refused')
export const notFound = appError('NOT_FOUND', 404, (what: string = 'This') => `${what} was not found`)
export const tooLarge = appError('TOO_LARGE', 413, 'That is more than we can take in one go')
export const wrongType = appError('WRONG_TYPE', 415, 'Please send JSON (application/json)')
export const tooMany = appError('TOO_MANY', 429, 'Too many tries. Please wait a little and try again')
export const tooMuchAtOnce = appError(
  'TOO_MUCH_AT_ONCE',
  429,
  'You have asked for several large things at once. Please wait until one of them is here, then try again',
)
export const booksWait = appError(
  'BOOKS_WAIT',
  409,
  'The date of this machine may be wrong, so ledger, invoices and payouts wait. The office can see why, and say that the date is right',
)
export const overloaded = appError('OVERLOADED', 503, 'The shop is very busy. Please try again in a moment')
export const notReady = appError(
  'NOT_READY',
  503,
  'The shop cannot reach its database just now. Please try again in a moment',
)
export const stopping = appError('STOPPING', 503, 'We are restarting. Please try again in a moment')
export const cannotSave = appError(
  'CANNOT_SAVE',
  503,
  'The shop cannot save anything just now. Nothing was changed. Please try again later',
)
export const databaseBusy = appError(
  'DATABASE_BUSY',
  503,
  'Many people did this at the same moment. Nothing was saved; please try again',
)
