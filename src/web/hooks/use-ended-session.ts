import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { isEnded } from '../forms/form-answer.ts'
import { said } from '../said-here.ts'

/** When the session has ended, the page asks for a login and is there again after it. */
export function useEndedSession() {
  const { revalidate } = useRevalidator()
  return (error: unknown) => {
    if (!(error instanceof AppError) || !isEnded(error)) return false
    toast.error(said('ENDED'))
    revalidate()
    return true
  }
}
