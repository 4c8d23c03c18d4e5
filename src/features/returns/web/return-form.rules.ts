import { returnsEn } from '../returns.words.en.ts'

/** What can still be returned of a line, by the server's count. */
interface Left {
  product: string
  quantity: number
}

/** A single piece needs no choice. */
export function startPieces(left: readonly Left[]): Record<string, string> {
  const returnable = left.filter(({ quantity }) => quantity > 0)
  const [only] = returnable
  return only && returnable.length === 1 && only.quantity === 1 ? { [only.product]: '1' } : {}
}

/** The typed number and its mistake, if any; empty is none. */
export function judgePieces(typed: string, most: number): { quantity: number; problem?: string } {
  const text = typed.trim()
  if (text === '') return { quantity: 0 }
  if (!/^\d+$/.test(text)) return { quantity: 0, problem: returnsEn.RETURN_PIECES_NOT_WHOLE }
  const quantity = Number(text)
  if (quantity > most)
    return { quantity: 0, problem: most === 1 ? 'Only 1 can be returned' : `At most ${most} can be returned` }
  return { quantity }
}

/** The reason has the payment address, read only by shop and shopper. */
export const withPayTo = (reason: string, payTo: string) =>
  payTo.trim() === '' ? reason : `${reason}\n\nPlease refund to: ${payTo.trim()}`
