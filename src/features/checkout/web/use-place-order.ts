import { useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { useNavigate, useRevalidator } from 'react-router'
import { takePieces } from '#features/cart/cart.rules.ts'
import { useCart } from '#features/cart/web/cart-context.tsx'
import type { placeCodOrder } from '#features/orders/orders.contract.ts'
import { isOff, type OrderStatus } from '#features/orders/orders.states.ts'
import { paymentAddress } from '#features/orders/web/payment-address.ts'
import type { placeOnlineOrder } from '#features/payments/payments.contract.ts'
import { AppError } from '#shared/app-error.ts'
import { type Paise, toRupees } from '#shared/money.ts'
import { call, messageOf } from '#web/call.ts'
import { useSettings } from '#web/hooks/use-root.ts'
import { leaveFor } from '#web/leave.ts'
import { newCheckoutKey, type PaymentType } from './checkout.rules.ts'

interface Checkout {
  items: { product: string; quantity: number }[]
  address: string
  payment: PaymentType
  /** What the shopper sees. */
  totalPaise: Paise
}

/**
 * Sends the order. One attempt has one Idempotency-Key: pressing again after a failure or a lost answer makes no second
 * order; another cart, address, total or way to pay is another attempt.
 */
export function usePlaceOrder() {
  const cart = useCart()
  const { publicUrl } = useSettings()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const attempt = useRef({ content: '', key: '' })

  function keyFor(checkout: Checkout) {
    const content = JSON.stringify(checkout)
    if (attempt.current.content !== content) attempt.current = { content, key: newCheckoutKey() }
    return attempt.current.key
  }

  /** This attempt has made an order before, which has gone on since: one that was cancelled may be ordered anew. */
  async function goOn(status: OrderStatus, message: string) {
    if (!isOff(status)) return navigate('/my-orders')
    attempt.current = { content: '', key: '' }
    setFailure(`${message}. Press the button again to order anew.`)
  }

  async function place(checkout: Checkout) {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    try {
      // A change still on its way would fill the cart again after the order has emptied it.
      await cart.settled()
      const { items, address, payment, totalPaise } = checkout
      const order = {
        body: { items, address, expectedTotal: toRupees(totalPaise) },
        headers: { 'idempotency-key': keyFor(checkout) },
      }
      if (payment === 'Online') {
        const { url, message, status } = await call<typeof placeOnlineOrder>('POST /api/order/stripe', order)
        if (status === 'Awaiting payment') await leaveFor(paymentAddress(url, publicUrl))
        else await goOn(status, message)
      } else {
        const { message, orderId, status } = await call<typeof placeCodOrder>('POST /api/order/cod', order)
        if (status !== 'Order Placed') return await goOn(status, message)
        toast.success(message)
        await navigate(`/my-orders?placed=${orderId}`)
        // As it was when the button was pressed: by now the page may have read it anew.
        cart.adopt(takePieces(cart.items, items))
      }
    } catch (error) {
      setFailure(messageOf(error))
      toast.error(messageOf(error))
      // A price, the stock or the address is not what this page shows; or the session has ended.
      if (error instanceof AppError && [401, 404, 409].includes(error.status)) await revalidate()
    } finally {
      setBusy(false)
    }
  }

  return { place, busy, failure }
}
