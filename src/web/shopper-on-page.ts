import type { Shopper } from '#features/auth/auth.contract.ts'

/** What the root loader says of a page that is rendered once for everybody: who is logged in stands at the page's end. */
export const ON_PAGE = 'on the page'

/** The element that says it, in JSON; there is none for a visitor. */
export const SHOPPER_ELEMENT = 'shopper'

let shopper: Shopper | null | undefined

/** Who was logged in when the server sent this page. On the server itself, which renders such a page for nobody: null. */
export function shopperOnPage(): Shopper | null {
  if (typeof document === 'undefined') return null
  // Always the same object, so that nothing is drawn again.
  if (shopper === undefined) shopper = JSON.parse(document.getElementById(SHOPPER_ELEMENT)?.textContent ?? 'null')
  return shopper ?? null
}
