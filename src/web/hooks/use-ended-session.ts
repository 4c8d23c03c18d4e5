import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { AppError, notAllowed } from '#shared/app-error.ts'

const isEnded = (error: unknown) =>
  error instanceof AppError && (error.status === 401 || error.code === notAllowed.code)

/** For a call that failed: was it because the session has ended? Then the page asks for a login, and after it is there again. */
export function useEndedSession() {
  const { revalidate } = useRevalidator()
  return (error: unknown) => {
    if (!isEnded(error)) return false
    toast.error('Your session has ended. Log in to go on.')
    revalidate()
    return true
  }
}
