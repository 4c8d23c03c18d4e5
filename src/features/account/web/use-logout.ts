import { useCallback } from 'react'
import { toast } from 'react-hot-toast'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import type { logoutByPost } from '#features/auth/auth.contract.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { call, messageOf } from '#web/call.ts'

/** Without a login they are nothing. */
const personalPages = ['/my-orders', '/account']

/** Logs out; this device's copy of the cart goes. The page stays, except the personal ones. */
export function useLogout() {
  const { settled, clear } = useCart()
  const { revalidate } = useRevalidator()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      await settled()
      const { message } = await call<typeof logoutByPost>('POST /api/user/logout')
      clear()
      if (personalPages.includes(pathname)) await navigate('/')
      await revalidate()
      toast.success(message)
    } catch (error) {
      toast.error(messageOf(error))
    }
  }, [settled, clear, revalidate, pathname, navigate])
}
