import { flushSync } from 'react-dom'
import type { CardProduct } from './product-card.tsx'

/** Name of a picture while it moves from card to page. */
export const MOVING_PICTURE = 'product-picture'

interface Carried {
  product: CardProduct
  picture: HTMLElement | null
}

let carried: Carried | undefined

/** Remembers the pressed card, which its product's page shows until it is here. */
export function carryOver(product: CardProduct, card: Element | null) {
  carried = { product, picture: card?.querySelector('picture') ?? null }
}

export const carriedTo = (path: string) => (carried && path.endsWith(carried.product._id) ? carried : undefined)

/** Changes the page; the card's picture moves to its new place where the browser and the reader's settings allow it. */
export function withMovingPicture({ picture }: Carried, change: () => void) {
  const wantsMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!picture || !wantsMotion || !('startViewTransition' in document)) return change()
  picture.style.viewTransitionName = MOVING_PICTURE
  const { ready } = document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    flushSync(change)
  })
  // A skipped or replaced transition is no error.
  ready.catch(() => {})
}
