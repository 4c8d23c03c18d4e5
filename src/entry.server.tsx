import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReactNode } from 'react'
import { type PipeableStream, renderToPipeableStream, renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { createApi } from '#shared/api-client.ts'
import { AppError } from '#shared/app-error.ts'
import type { PageParts } from '#shared/page-parts.ts'
import {
  apiContext,
  deliverContext,
  findPageContext,
  reportContext,
  type ShopSettings,
  scriptMarkContext,
  settingsContext,
  visitContext,
} from '#web/api-context.ts'
import { pageFinder } from '#web/find-page.ts'
import { partsOfPage } from '#web/kept-parts.server.ts'
import { KeptPartsContext } from '#web/kept-parts.tsx'

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
    context.set(visitContext, visit)
    context.set(settingsContext, getSettings())
    context.set(findPageContext, findPage)
    context.set(reportContext, report)
    context.set(deliverContext, deliver)
    context.set(scriptMarkContext, scriptMark)
    return handle(request, context)
  }
}

/** Not logged as failures: refusals of the API, which logs its own errors, and addresses without a page. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isOurs = error instanceof AppError || isRouteErrorResponse(error)
  if (!isOurs && !request.signal.aborted) context.get(reportContext)(error)
}

/** React writes it into a stream, but not into a text. */
const DOCTYPE = '<!DOCTYPE html>'
/** How React marks in a text that something of it was not there yet, or has failed. */
const UNFINISHED = '<!--$!-->'

/** Renders the whole page before it is sent, so that the server can name its scripts in the Content-Security-Policy. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
) {
  if (!(await loadContext.get(visitContext).isOneState())) return new Response(null)
  const nonce = loadContext.get(scriptMarkContext)
  const { hasSession, hasSellerSession } = loadContext.get(visitContext)
  const { parts, keepNew } = partsOfPage()
  await handOver(context)
  const page = (
    <KeptPartsContext value={hasSession || hasSellerSession ? undefined : parts}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </KeptPartsContext>
  )
  let html = DOCTYPE + renderToString(page)
  let hasFailed = false
  if (html.includes(UNFINISHED))
    html = await renderSlowly(page, nonce, (error) => {
      hasFailed = true
      loadContext.get(reportContext)(error)
    })
  loadContext.get(deliverContext)(Buffer.from(keepNew(html)))
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status: hasFailed ? 500 : status, headers })
}

/** Reads what the loaders gave, so that the page need not wait for it while it is rendered. */
async function handOver(context: EntryContext) {
  const reader = context.serverHandoffStream?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let value = ''
  for (let piece = await reader.read(); !piece.done; piece = await reader.read())
    value += decoder.decode(piece.value, { stream: true })
  reader.releaseLock()
  const read = Object.assign(Promise.resolve(), { result: { done: true, value } })
  context.renderMeta = { streamCache: { 0: read } }
}

/** Waits for parts of the page whose code is not loaded yet, such as a dialog that stands open. */
const renderSlowly = (page: ReactNode, nonce: string, onError: (error: unknown) => void) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // The whole page is awaited: nothing has to be moved into place by a script, so an open login works before JavaScript has loaded.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => resolve(collect(pipe)),
      onShellError: reject,
      onError,
    })
  })

async function collect(pipe: PipeableStream['pipe']) {
  const pieces: Buffer[] = []
  const all = new Writable({
    write(piece: Buffer, _, done) {
      pieces.push(piece)
      done()
    },
  })
  pipe(all)
  await finished(all)
  return Buffer.concat(pieces).toString()
}
