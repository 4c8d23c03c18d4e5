import { useEffect } from 'react'
import { toast } from 'react-hot-toast'
import { type DataStrategyResult, isRouteErrorResponse, type MiddlewareFunction, useMatches } from 'react-router'
import { AppError } from '#shared/app-error.ts'
import { OFFLINE } from './call.ts'
import { wasNotReached } from './reach-shop.ts'

type Results = Record<string, DataStrategyResult>

/** What is on the screen was made from this: layouts first, the page last. */
let shown: { id: string; loaderData: unknown }[] = []

/** Remembers what is shown, for `keepPage`. In the root component. */
export function useShownData() {
  const matches = useMatches()
  // What the router loads next is outside React.
  useEffect(() => {
    shown = matches
  }, [matches])
}

/** Could the same question have another answer soon? No connection, too busy, our own failure; not a refusal or a page that is gone. */
function isPassing(error: unknown) {
  if (error instanceof Response) return false
  return !isRouteErrorResponse(error) || error.status === 429 || error.status >= 500
}

const isShown = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname === window.location.pathname && search === window.location.search
}

/**
 * Keeps the page when what it shows cannot be read again: React Router puts an error in its place, and what somebody typed would be lost. On
 * the way to another page the layouts are kept, so that the error stands where that page would be, and says so when the shop was not reached.
 * Middleware of the root route.
 */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET' || request.signal.aborted) return results
  const isAgain = isShown(request.url)
  for (const [depth, { id, loaderData }] of shown.entries()) {
    const result = results[id]
    if (result?.type !== 'error' || loaderData === undefined || !isPassing(result.result)) continue
    const isPage = depth === shown.length - 1
    if (isPage && !isAgain) continue
    results[id] = { type: 'data', result: loaderData }
    if (isPage) toast.error('This page could not be refreshed. It shows what was there before.')
  }
  for (const [id, { type, result }] of Object.entries(results)) {
    const isOffline = type === 'error' && (await wasNotReached(result))
    if (isOffline) results[id] = { type, result: new AppError('OFFLINE', 0, OFFLINE) }
  }
  return results
}
