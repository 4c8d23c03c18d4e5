import { AppError } from '#shared/app-error.ts'
import { MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'
import { authEn } from './auth.words.en.ts'

/** Cookies are blocked: the shop has let somebody in and cannot recognise them. */
export const loginNotKept = () =>
  new AppError(
    'LOGIN_NOT_KEPT',
    409,
    'Your browser did not keep the login. Allow cookies for this shop in its settings, then log in again.',
  )

export const MAX_PASSWORD_LENGTH = 1000

export type LoginMode = 'login' | 'register'

export function emailProblem(email: string) {
  if (email.trim() === '') return 'Enter your email address'
  return isEmail(email.trim()) ? undefined : 'Enter an email address, like name@example.com'
}

export const isEmail = (email: string) => /^[^\s@]+@[^\s@]+$/.test(email)

export function loginProblems(mode: LoginMode, typed: { name: string; email: string; password: string }) {
  const problems: { name?: string; email?: string; password?: string } = {}
  if (mode === 'register' && typed.name.trim() === '') problems.name = 'Enter your name'
  const email = emailProblem(typed.email)
  if (email) problems.email = email
  if (typed.password === '')
    problems.password = mode === 'register' ? authEn.NEW_PASSWORD_MISSING : authEn.PASSWORD_MISSING
  else if (mode === 'register' && typed.password.length < MIN_PASSWORD_LENGTH)
    problems.password = authEn.NEW_PASSWORD_TOO_SHORT({ min: MIN_PASSWORD_LENGTH })
  return problems
}

/** Where to go after logging in, in ASCII, or `/`. Browsers read `//x`, `/\x` and paths with line breaks as other hosts. */
export function safeNext(next: string | null | undefined): string {
  if (!next || next.length > 2000 || !/^\/(?![/\\])[^\\\s]*$/.test(next) || hasControls(next)) return '/'
  if (/^\/(?:login|logout|forgot-password|reset-password)(?:[/?#]|$)/.test(next)) return '/'
  return next.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
}

const hasControls = (text: string) => [...text].some((letter) => letter < ' ' || letter === '\u007f')
