import { useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction, useMatches } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { isRootData, type RootData, shopperIn, UNKNOWN } from './hooks/use-root.ts'
import { isStillLoggedIn } from './hooks/use-shared-login.ts'
import { wasNotReached } from './reach-shop.ts'
import { said } from './said-here.ts'

type Results = Record<string, DataStrategyResult>

/** Layouts first, the page last. */
let shown: { id: string; loaderData: unknown }[] = []

export function useShownData() {
  const matches = useMatches()
  // What the router loads next is outside React.
  useEffect(() => {
    shown = matches
  }, [matches])
}

const rootShown = () => shown.map(({ loaderData }) => loaderData).find(isRootData)

export const isUnknownShown = () => rootShown()?.user === UNKNOWN

/** Where it is not known who is logged in, the shown shopper stays, unless another tab has told of a login or logout. */
export function withShopper(loaded: RootData, shown: RootData | undefined): RootData {
  if (loaded.user !== UNKNOWN || !shown) return loaded
  const shopper = shopperIn(shown.user)
  return shopper && isStillLoggedIn(shopper._id) ? { ...loaded, user: shown.user } : loaded
}

/** No connection, too busy, or our own failure; not a refusal or a page that is gone. */
function isPassing(error: unknown) {
  if (error instanceof Response) return false
  return !isRouteErrorResponse(error) || error.status === 429 || error.status >= 500
}

const isShown = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname === window.location.pathname && search === window.location.search
}

/** Keeps a page, and what is typed in it, when it cannot be read again; else at least its layouts. Middleware of the root route. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET' || request.signal.aborted) return results
  const root = results.root
  if (root?.type === 'data' && isRootData(root.result))
    results.root = { type: 'data', result: withShopper(root.result, rootShown()) }
  const isAgain = isShown(request.url)
  for (const [depth, { id, loaderData }] of shown.entries()) {
    const result = results[id]
    if (result?.type !== 'error' || loaderData === undefined || !isPassing(result.result)) continue
    const isPage = depth === shown.length - 1
    if (isPage && !isAgain) continue
    results[id] = { type: 'data', result: loaderData }
    if (isPage) toast.error(said('NOT_READ_AGAIN'))
  }
  for (const [id, { type, result }] of Object.entries(results)) {
    const isOffline = type === 'error' && (await wasNotReached(result))
    if (isOffline) results[id] = { type, result: new AppError('OFFLINE', 0, said('OFFLINE')) }
  }
  return results
}
