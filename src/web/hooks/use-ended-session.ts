import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { isEnded } from '#web/form-answer.ts'

/** For a call that failed: was it because the session has ended? Then the page asks for a login, and after it is there again. */
export function useEndedSession() {
  const { revalidate } = useRevalidator()
  return (error: unknown) => {
    if (!(error instanceof AppError) || !isEnded(error)) return false
    toast.error('Your session has ended. Log in to go on.')
    revalidate()
    return true
  }
}
