import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { isEnded } from '../forms/form-answer.ts'

/** When the session has ended, the page asks for a login and is there again after it. */
export function useEndedSession() {
  const { revalidate } = useRevalidator()
  return (error: unknown) => {
    if (!(error instanceof AppError) || !isEnded(error)) return false
    toast.error('Your session has ended. Log in to go on.')
    revalidate()
    return true
  }
}
