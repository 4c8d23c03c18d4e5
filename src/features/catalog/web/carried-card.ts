import { flushSync } from 'react-dom'
import type { CardProduct } from './product-card.tsx'

/** What the picture is called while it moves from its card into the page. */
export const MOVING_PICTURE = 'product-picture'

interface Carried {
  product: CardProduct
  picture: HTMLElement | null
}

let carried: Carried | undefined

/** Remembers the card that was pressed: its product's page shows what the card knows until it is here. */
export function carryOver(product: CardProduct, card: Element | null) {
  carried = { product, picture: card?.querySelector('picture') ?? null }
}

/** The card of the product page at this path, if that is the one that was pressed. */
export const carriedTo = (path: string) => (carried && path.endsWith(carried.product._id) ? carried : undefined)

/** Makes a change of the page; the card's picture moves into its new place where the browser can and the reader wants motion. */
export function withMovingPicture({ picture }: Carried, change: () => void) {
  const wantsMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (!picture || !wantsMotion || !('startViewTransition' in document)) return change()
  picture.style.viewTransitionName = MOVING_PICTURE
  const { ready } = document.startViewTransition(() => {
    picture.style.viewTransitionName = ''
    flushSync(change)
  })
  // One that the browser leaves out, or that another replaces, is not an error.
  ready.catch(() => {})
}
