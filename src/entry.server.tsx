import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { createApi, createSendForm } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { PageParts } from '#shared/page-parts.ts'
import {
  apiContext,
  deliverContext,
  findPageContext,
  reportContext,
  type ShopSettings,
  scriptMarkContext,
  sendFormContext,
  settingsContext,
  visitContext,
} from '#web/api-context.ts'
import { pageFinder } from '#web/find-page.ts'
import { createOwnHtml } from '#web/layouts/own-html.tsx'
import { writePage } from '#web/page-html.server.tsx'

/**
 * The one seam between the server and the pages. Fastify hands over a Request, a `fetch` that answers in-process, what
 * the pages may know of the settings and the visit, and whom to tell of a failure; it gets a Response back, and through
 * `deliver` the page. `scriptMark` goes into every script.
 */
export function createPageHandler(
  build: ServerBuild,
  mode: string,
  getSettings: () => ShopSettings,
  scriptMark: string,
) {
  const handle = createRequestHandler(build, mode)
  const findPage = pageFinder(build.routes)
  return (request: Request, { fetchApi, readHere, visit, report, deliver }: PageParts) => {
    const context = new RouterContextProvider()
    context.set(apiContext, createApi(fetchApi, readHere))
    context.set(sendFormContext, createSendForm(fetchApi))
    context.set(visitContext, visit)
    context.set(settingsContext, getSettings())
    context.set(findPageContext, findPage)
    context.set(reportContext, report)
    context.set(deliverContext, deliver)
    context.set(scriptMarkContext, scriptMark)
    return handle(request, context)
  }
}

export { createOwnHtml }

/** Not logged as failures: refusals of the API, which logs its own errors, and addresses without a page. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isOurs = error instanceof AppError || isRouteErrorResponse(error)
  if (!isOurs && !request.signal.aborted) context.get(reportContext)(error)
}

/** Renders the whole page before it is sent, so that the server can name its scripts in the Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (!(await loadContext.get(visitContext).isOneState())) return new Response(null)
  let hasFailed = false
  const html = await writePage({
    context,
    url: request.url,
    nonce: loadContext.get(scriptMarkContext),
    onError(error) {
      hasFailed = true
      loadContext.get(reportContext)(error)
    },
  })
  loadContext.get(deliverContext)(html)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: hasFailed ? 500 : status, headers })
}
