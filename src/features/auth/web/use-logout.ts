import { useCallback } from 'react'
import { toast } from 'react-hot-toast'
import { useRevalidator } from 'react-router'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { call, messageOf } from '#web/call.ts'
import type { logoutByPost } from '../auth.contract.ts'

/** Logs out; the page stays, this device's copy of the cart goes. */
export function useLogout() {
  const { settled, clear } = useCart()
  const { revalidate } = useRevalidator()
  return useCallback(async () => {
    try {
      await settled()
      const { message } = await call<typeof logoutByPost>('POST /api/user/logout')
      clear()
      await revalidate()
      toast.success(message)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }, [settled, clear, revalidate])
}
