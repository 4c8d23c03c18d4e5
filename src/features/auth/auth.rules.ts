import { MIN_PASSWORD_LENGTH } from '#shared/form-fields.ts'

export const MAX_PASSWORD_LENGTH = 1000

export type LoginMode = 'login' | 'register'

/** What is wrong with an email address as far as the browser can tell, or undefined. */
export function emailProblem(email: string) {
  if (email.trim() === '') return 'Enter your email address'
  return /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address, like name@example.com'
}

/** What is wrong with a login or registration as far as the browser can tell: field -> sentence. */
export function loginProblems(mode: LoginMode, typed: { name: string; email: string; password: string }) {
  const problems: { name?: string; email?: string; password?: string } = {}
  if (mode === 'register' && typed.name.trim() === '') problems.name = 'Enter your name'
  const email = emailProblem(typed.email)
  if (email) problems.email = email
  if (typed.password === '') problems.password = mode === 'register' ? 'Enter a password' : 'Enter your password'
  else if (mode === 'register' && typed.password.length < MIN_PASSWORD_LENGTH)
    problems.password = `Use at least ${MIN_PASSWORD_LENGTH} characters`
  return problems
}

/**
 * Where to go after logging in: a path of this shop, or `/`. Browsers read `//x`, `/\x` and paths with tabs or line
 * breaks in them as other hosts, so none of those is let through; nor are the pages about logging in. Comes out in ASCII: a
 * header takes nothing else.
 */
export function safeNext(next: string | null | undefined): string {
  if (!next || next.length > 2000 || !/^\/(?![/\\])[^\\\s]*$/.test(next) || hasControls(next)) return '/'
  if (/^\/(?:login|logout|forgot-password|reset-password)(?:[/?#]|$)/.test(next)) return '/'
  return next.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
}

const hasControls = (text: string) => [...text].some((letter) => letter < ' ' || letter === '\u007f')
