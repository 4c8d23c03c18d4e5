import { notAllowed } from '#shared/app-error.ts'

/** What a page's action says of a form that was sent to it (`answerForm`). */
export type FormAnswer<Facts = unknown> = Done<Facts> | Refused

interface Said {
  /** Which of the page's forms it was: its field `intent`. */
  intent: string
  /** What the toast says in place of the message; empty: there is none. */
  toast?: string
}

export type Done<Facts = unknown> = Said &
  Next & {
    isDone: true
    message?: string
  } & Facts

/** Where one goes once it is done; without either the page stays. */
export interface Next {
  /** Another page of the shop. */
  to?: string
  /** That page takes the place of this one in the browser's history: the way back does not lead here. */
  isInPlace?: boolean
  /** The payment page, which may be on another site. */
  leave?: string
}

export interface Refused extends Said {
  isDone: false
  message: string
  code: string
  /** 0: the shop was not reached. */
  status: number
  /** It did not get as far as the page's action. Whoever sent the form says so. */
  isLost?: boolean
  /** Field -> sentence. */
  fields: Record<string, string>
  /** What was sent, to be shown again; no passwords. */
  typed: Record<string, string>
}

type Problem = Pick<Refused, 'status' | 'code'>

/** Has the session ended, so that a login is all it needs? */
export const isEnded = ({ status, code }: Problem) => status === 401 || code === notAllowed.code

/** Offline, too much at once, or our own failure. Everything else was refused for good. */
export const mayWorkLater = ({ status }: Pick<Problem, 'status'>) => status === 0 || status === 429 || status >= 500

export const isFormAnswer = <Facts>(value: unknown): value is FormAnswer<Facts> =>
  typeof value === 'object' && value !== null && 'isDone' in value && typeof value.isDone === 'boolean'
