import { useRevalidator } from 'react-router'
import { useCart } from '#features/cart/web/cart-context.tsx'
import { useSend } from '#web/hooks/use-send.ts'

/** Logs out, and forgets this device's cart. */
export function useLogout() {
  const { settled, clear } = useCart()
  const { revalidate } = useRevalidator()
  return useSend({
    before: settled,
    onDone: ({ to }) => {
      clear()
      if (to) revalidate()
    },
  })
}
