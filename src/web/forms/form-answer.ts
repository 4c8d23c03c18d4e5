import { notAllowed, notLoggedIn } from '#shared/app-error.ts'
import { said } from '../said-here.ts'

export type FormAnswer<Facts = unknown> = Done<Facts> | Refused

interface Said {
  intent: string
  /** The toast's words in place of the message; empty: no toast. */
  toast?: string
}

export type Done<Facts = unknown> = Said &
  Next & {
    isDone: true
    message?: string
  } & Facts

export interface Next {
  to?: string
  isInPlace?: boolean
  leave?: string
}

export interface Refused extends Said {
  isDone: false
  message: string
  /** The error's code; `OFFLINE` or `FAILED` when the action was not reached. */
  code: string
  /** 0: there is no connection. */
  status: number
  fields: Record<string, string>
  /** Without passwords. */
  typed: Record<string, string>
}

export const isEnded = ({ code }: Pick<Refused, 'code'>) => code === notLoggedIn.code || code === notAllowed.code

/** Offline, too much at once, or our own failure; all else is refused for good. */
export const mayWorkLater = ({ status }: Pick<Refused, 'status'>) => status === 0 || status === 429 || status >= 500

export const isFormAnswer = <Facts>(value: unknown): value is FormAnswer<Facts> =>
  typeof value === 'object' && value !== null && 'isDone' in value && typeof value.isDone === 'boolean'

/** Empty when one of these fields shows the message already, unless the toast has words of its own. */
export function errorToastOf(
  refused: Pick<Refused, 'message' | 'code' | 'fields' | 'toast'>,
  shownFields: readonly string[] = [],
) {
  const { message, fields, toast } = refused
  if (isEnded(refused)) return said('ENDED')
  if (toast !== undefined) return toast
  return shownFields.some((name) => fields[name] === message) ? '' : message
}

export type Reword = (
  refused: Pick<Refused, 'message' | 'code' | 'status'> & { fields?: Refused['fields'] | undefined },
) => Partial<Pick<Refused, 'message' | 'toast' | 'fields'>>
