import { data } from 'react-router'
import { AppError, noRight } from '#shared/app-error.ts'

/** Something missing, somebody else's, or with no id makes the page "not found". */
export function notFoundPage(error: unknown) {
  const isMissing = error instanceof AppError && (error.status === 404 || error.status === 400)
  return isMissing ? data(null, { status: 404 }) : error
}

/** Of errors thrown on the server pages are told the answer alone. */
export const noRightPage = (error: unknown) =>
  error instanceof AppError && error.code === noRight.code
    ? data({ noRight: error.details?.rights ?? [] }, { status: 403 })
    : undefined
