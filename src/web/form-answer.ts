import { notAllowed, notLoggedIn } from '#shared/app-error.ts'

/** What a page's action says of a form that was sent to it (`answerForm`). */
export type FormAnswer<Facts = unknown> = Done<Facts> | Refused

interface Said {
  /** Which of the page's forms it was: its field `intent`. */
  intent: string
  /** What the toast says in place of the message, also when a field says it too; empty: there is none. */
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
  /** Of the error; `OFFLINE` or `FAILED` when the action was not reached. */
  code: string
  /** 0: there is no connection. */
  status: number
  /** Field -> sentence. */
  fields: Record<string, string>
  /** What was sent, to be shown again; no passwords. */
  typed: Record<string, string>
}

/** Has the session ended, so that a login is all it needs? */
export const isEnded = ({ code }: Pick<Refused, 'code'>) => code === notLoggedIn.code || code === notAllowed.code

/** Offline, too much at once, or our own failure. Everything else was refused for good. */
export const mayWorkLater = ({ status }: Pick<Refused, 'status'>) => status === 0 || status === 429 || status >= 500

export const isFormAnswer = <Facts>(value: unknown): value is FormAnswer<Facts> =>
  typeof value === 'object' && value !== null && 'isDone' in value && typeof value.isDone === 'boolean'

/**
 * What the error toast of a refused form says. Nothing when one of these fields says it already, unless the toast has words of its own.
 */
export function errorToastOf(
  refused: Pick<Refused, 'message' | 'code' | 'fields' | 'toast'>,
  shownFields: readonly string[] = [],
) {
  const { message, fields, toast } = refused
  if (isEnded(refused)) return 'Your session has ended. Log in to go on.'
  if (toast !== undefined) return toast
  return shownFields.some((name) => fields[name] === message) ? '' : message
}

/** Words of a form's own for a refusal. */
export type Reword = (
  refused: Pick<Refused, 'message' | 'code' | 'status'> & { fields?: Refused['fields'] | undefined },
) => Partial<Pick<Refused, 'message' | 'toast' | 'fields'>>
