import type { Shopper } from '#features/auth/auth.contract.ts'

/** The page is rendered once for everybody; its end says who is logged in. */
export const ON_PAGE = 'on the page'

export const SHOPPER_ELEMENT = 'shopper'

let shopper: Shopper | null | undefined

/** Null on the server, which renders such a page for nobody. */
export function shopperOnPage(): Shopper | null {
  if (typeof document === 'undefined') return null
  // Always the same object, so that nothing is drawn again.
  if (shopper === undefined) shopper = JSON.parse(document.getElementById(SHOPPER_ELEMENT)?.textContent ?? 'null')
  return shopper ?? null
}
