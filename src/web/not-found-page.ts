import { data } from 'react-router'
import { AppError } from '#shared/app-error.ts'

/** To throw for what an address names: where it is not there, somebody else's or no id at all, the page is not found. */
export function notFoundPage(error: unknown) {
  const isMissing = error instanceof AppError && (error.status === 404 || error.status === 400)
  return isMissing ? data(null, { status: 404 }) : error
}
