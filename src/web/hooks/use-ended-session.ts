import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { isNotSeller } from '#web/seller-page.ts'

/**
 * For a call of the seller's that failed: was it because the session has ended? Then the login takes the place of the page, and
 * after it the page is there again.
 */
export function useEndedSession() {
  const { revalidate } = useRevalidator()
  return (error: unknown) => {
    if (!isNotSeller(error)) return false
    toast.error('Your session has ended. Log in to go on.')
    revalidate()
    return true
  }
}
