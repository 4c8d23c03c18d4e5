import { useEffect, useRef, useState } from 'react'
import { toast } from 'react-hot-toast'
import { AppError } from '#shared/app-error.ts'
import { call, messageOf } from '#web/call.ts'
import { useEndedSession } from '#web/hooks/use-ended-session.ts'
import type { SellerProduct, setStock } from '../seller-products.contract.ts'

/** Sooner than this nobody needs to be told that it is saving. */
const TOLD_AFTER_MS = 400

interface Wanted {
  inStock: boolean
  stock?: number | null
}

/**
 * A product's stock as it is wished: it shows at once, is sent in order, and goes back when the server refuses. Pressed
 * again while it saves, the last wish is sent after it.
 */
export function useStock(product: SellerProduct, onSaved: (saved: Pick<SellerProduct, 'inStock' | 'stock'>) => void) {
  const hasEnded = useEndedSession()
  const [wanted, setWanted] = useState<boolean>()
  const [note, setNote] = useState<{ text: string; failed: boolean }>()
  const next = useRef<Wanted>(undefined)
  const running = useRef(false)
  const slow = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The clock is outside React.
  useEffect(() => () => clearTimeout(slow.current), [])
  const inStock = wanted ?? product.inStock

  async function send() {
    if (running.current) return
    running.current = true
    setNote(undefined)
    slow.current = setTimeout(() => setNote({ text: 'Saving', failed: false }), TOLD_AFTER_MS)
    try {
      while (next.current) {
        const body = { id: product._id, ...next.current }
        next.current = undefined
        const { product: saved } = await call<typeof setStock>('POST /api/product/stock', { body })
        if (!next.current) onSaved({ inStock: saved.inStock, stock: saved.stock })
      }
      clearTimeout(slow.current)
      setNote(undefined)
    } catch (error) {
      next.current = undefined
      clearTimeout(slow.current)
      if (hasEnded(error)) return setNote(undefined)
      const told = error instanceof AppError && error.status >= 400 && error.status < 500
      setNote({ text: told ? messageOf(error) : 'Not saved. Switch again to retry.', failed: true })
      toast.error(messageOf(error))
    } finally {
      running.current = false
      setWanted(undefined)
    }
  }

  return {
    inStock,
    note: note?.text,
    failed: note?.failed ?? false,
    flip() {
      setWanted(!inStock)
      next.current = { ...next.current, inStock: !inStock }
      send()
    },
    /** '' is not counted. A count for what had sold out puts it on sale again. */
    setCount(typed: string) {
      const stock = typed === '' ? null : Number(typed)
      next.current = { inStock: stock !== 0 && (inStock || product.stock === 0), stock }
      send()
    },
  }
}
