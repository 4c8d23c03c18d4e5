import { type Message, textOf, type Word, type Words } from './messages.ts'
import type { Right } from './rights.ts'
import type { sharedEn } from './shared.words.en.ts'

/** A refusal: code and values. kernel/http/errors.ts puts it into words and makes an answer of it, which a client reads as one of these again. */
export class AppError extends Error {
  readonly code: string
  readonly status: number
  /** What it says, and of each field what is wrong with it; not in words yet. */
  readonly says: Message | undefined
  readonly findings: Record<string, Message> | undefined
  /** Sentences by field, of an answer. */
  readonly fields: Record<string, string> | undefined
  /** Facts that a page needs, such as the new total of a cart. Never personal data. */
  readonly details: Record<string, unknown> | undefined

  /** `says` is a sentence where an answer brought one, or the browser. */
  constructor(code: string, status: number, says: Message | string, extra: Extra = {}) {
    super(typeof says === 'string' ? says : textOf(says))
    this.name = 'AppError'
    this.code = code
    this.status = status
    this.says = typeof says === 'string' ? undefined : says
    this.findings = extra.findings
    this.fields = extra.fields
    this.details = extra.details
  }
}

export interface Extra {
  findings?: Record<string, Message>
  fields?: Record<string, string>
  details?: Record<string, unknown>
}

export interface ErrorKind<Args extends unknown[]> {
  (...args: Args): AppError
  readonly code: string
  readonly status: number
}

type Values<Sentence> = Sentence extends (values: infer V, word: Word) => string ? [values: V] : []
type Code<W> = keyof W & string

/** Errors that no page asks for are left out of the browser's files. */
/* @__NO_SIDE_EFFECTS__ */
function errorKind<Given extends [values?: unknown]>(
  code: string,
  status: number,
  extra?: (...given: Given) => Extra,
): ErrorKind<Given> {
  const make = (...given: Given) => new AppError(code, status, messageOf(code, given[0]), extra?.(...given))
  return Object.assign(make, { code, status })
}

const messageOf = (code: string, values: unknown): Message => (values === undefined ? { code } : { code, values })

/** The messages of one feature. A code that its words lack does not compile, nor do values that its sentence does not take. */
export const messagesOf = <W extends Words>() => ({
  message: <C extends Code<W>>(code: C, ...[values]: Values<W[C]>) => messageOf(code, values),
  /** For zod: what is wrong with a field. */
  finding: <C extends Code<W>>(code: C, ...[values]: Values<W[C]>) => textOf(messageOf(code, values)),
  /** Declares an error once; call the result, with the values of its sentence, to make one. */
  appError: <C extends Code<W>>(code: C, status: number, extra?: (...given: Values<W[C]>) => Extra) =>
    errorKind<Values<W[C]>>(code, status, extra),
})

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

/** Says what is wrong with the first field, unless something else is to be said. */
export const badInput = (findings: Record<string, Message>, says?: Message) =>
  new AppError('BAD_INPUT', 400, says ?? Object.values(findings)[0] ?? message('BAD_INPUT'), { findings })

const { message, finding } = messagesOf<typeof sharedEn>()

export { finding as sharedFinding, message as sharedMessage }

/* @__NO_SIDE_EFFECTS__ */
const shared = <C extends keyof typeof sharedEn>(code: C, status: number) =>
  errorKind<Values<(typeof sharedEn)[C]>>(code, status)

export const notLoggedIn = shared('NOT_LOGGED_IN', 401)
export const notAllowed = shared('NOT_ALLOWED', 403)
/** The session goes on: this act takes a proof of who is there. */
export const askAgain = shared('ASK_AGAIN', 401)
export const notForHelpers = shared('NOT_FOR_HELPERS', 403)
export const secondFactorNeeded = shared('SECOND_FACTOR_NEEDED', 403)
export const noRight = errorKind<[of: { rights: readonly Right[] }]>('NO_RIGHT', 403, (details) => ({ details }))
export const foreignOrigin = shared('FOREIGN_ORIGIN', 403)
export const notFound = shared('NOT_FOUND', 404)
export const tooLarge = shared('TOO_LARGE', 413)
export const wrongType = shared('WRONG_TYPE', 415)
export const tooMany = errorKind<[given: { retryAfter: number }]>('TOO_MANY', 429, (details) => ({ details }))
export const tooMuchAtOnce = shared('TOO_MUCH_AT_ONCE', 429)
export const booksWait = shared('BOOKS_WAIT', 409)
export const overloaded = shared('OVERLOADED', 503)
export const notReady = shared('NOT_READY', 503)
export const stopping = shared('STOPPING', 503)
export const cannotSave = shared('CANNOT_SAVE', 503)
export const databaseBusy = shared('DATABASE_BUSY', 503)
