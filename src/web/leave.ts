import { onKeptPage } from './kept-page.ts'

const LEAVING_MS = 10_000

/** Goes to the payment page. Resolves after a while, for shoppers who stop their browser. A page that Back brings is loaded again. */
export function leaveFor(url: string) {
  onKeptPage(() => window.location.reload())
  window.location.assign(url)
  return new Promise<void>((resolve) => setTimeout(resolve, LEAVING_MS))
}
