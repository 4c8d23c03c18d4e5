/** Does the shop answer now? */
export const isShopThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Could the shop not be reached, whatever the browser believes of its connection? `fetch` then throws a TypeError. So does the import of
 * a page's script, but also when a newer version of the shop has that script no more: only asking tells.
 */
export async function wasNotReached(error: unknown) {
  if (!(error instanceof TypeError)) return false
  return !/module/i.test(error.message) || !(await isShopThere())
}
