export const isShopThere = () =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/** `fetch` throws a TypeError without a connection; so does an import of a script that a newer version lacks. Only asking tells. */
export async function wasNotReached(error: unknown) {
  if (!(error instanceof TypeError)) return false
  return !/module/i.test(error.message) || !(await isShopThere())
}
