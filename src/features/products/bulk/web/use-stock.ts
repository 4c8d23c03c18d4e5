import { useEffect, useRef, useState } from 'react'
import { AppError } from '#shared/app-error.ts'
import { call, messageOf } from '#web/call.ts'
import { mayWorkLater } from '#web/forms/form-answer.ts'
import { useEndedSession } from '#web/hooks/use-ended-session.ts'
import { useErrorToast } from '#web/hooks/use-error-toast.ts'
import { type SellerProduct, setStock } from '../../seller-products.contract.ts'

/** "Saving" is shown only after this time. */
const TOLD_AFTER_MS = 400

interface Wanted {
  inStock: boolean
  stock?: number | null
}

interface Note {
  text: string
  failed: boolean
  again?: (() => void) | undefined
}

/**
 * A wished stock shows at once, is sent in order, and goes back on refusal; only the last of several waiting ones is sent. A failure can be retried.
 */
export function useStock(product: SellerProduct, onSaved: (saved: Pick<SellerProduct, 'inStock' | 'stock'>) => void) {
  const hasEnded = useEndedSession()
  const [wanted, setWanted] = useState<boolean>()
  const [note, setNote] = useState<Note>()
  const next = useRef<Wanted>(undefined)
  const running = useRef(false)
  const slow = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(slow.current), [])
  const errorToast = useErrorToast()
  const inStock = wanted ?? product.inStock

  async function send() {
    if (running.current) return
    running.current = true
    setNote(undefined)
    errorToast.forget()
    slow.current = setTimeout(() => setNote({ text: 'Saving', failed: false }), TOLD_AFTER_MS)
    let wish: Wanted | undefined
    try {
      while (next.current) {
        wish = next.current
        next.current = undefined
        const body = { id: product._id, ...wish }
        const { product: saved } = await call(setStock, { body })
        if (!next.current) onSaved({ inStock: saved.inStock, stock: saved.stock })
      }
      clearTimeout(slow.current)
      setNote(undefined)
    } catch (error) {
      const missed = wish && { ...wish, ...next.current }
      next.current = undefined
      clearTimeout(slow.current)
      if (hasEnded(error)) return setNote(undefined)
      const text = messageOf(error)
      errorToast.show(text)
      if (missed && (!(error instanceof AppError) || mayWorkLater(error)))
        setNote({ text: `Not saved. ${text}`, failed: true, again: () => wantAgain(missed) })
      else setNote({ text, failed: true })
    } finally {
      running.current = false
      setWanted(undefined)
    }
  }

  function wantAgain(missed: Wanted) {
    setWanted(missed.inStock)
    next.current = missed
    send()
  }

  return {
    inStock,
    note,
    flip() {
      setWanted(!inStock)
      next.current = { ...next.current, inStock: !inStock }
      send()
    },
    /** '' is not counted. A count for a product sold out puts it on sale. */
    setCount(typed: string) {
      const stock = typed === '' ? null : Number(typed)
      next.current = { inStock: stock !== 0 && (inStock || product.stock === 0), stock }
      send()
    },
  }
}
