const LEAVING_MS = 10_000

/**
 * Goes to the payment page. Resolves after a while, for shoppers who stop their browser on the way. A page that the
 * browser brings back as it was left is loaded again: cart and orders may be other by now.
 */
export function leaveFor(url: string) {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload()
  })
  window.location.assign(url)
  return new Promise<void>((resolve) => setTimeout(resolve, LEAVING_MS))
}
