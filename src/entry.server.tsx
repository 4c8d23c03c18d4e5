import { renderToReadableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { createApi, type Fetch } from '#shared/api-client.ts'
import { apiContext, type ShopSettings, settingsContext, type Visit, visitContext } from '#web/api-context.ts'

/**
 * The one seam between the server and the pages. Fastify hands over a Request, a `fetch` that answers in-process, and
 * what the pages may know of the settings and the visit; it gets a Response back.
 */
export function createPageHandler(build: ServerBuild, mode: string, settings: ShopSettings) {
  const handle = createRequestHandler(build, mode)
  return (request: Request, fetchApi: Fetch, visit: Visit) => {
    const context = new RouterContextProvider()
    context.set(apiContext, createApi(fetchApi))
    context.set(visitContext, visit)
    context.set(settingsContext, settings)
    return handle(request, context)
  }
}

/** Renders the whole page before it is sent, so that the server can name its scripts in the Content-Security-Policy. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  let failed = false
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    signal: request.signal,
    onError(error) {
      failed = true
      console.error(error)
    },
  })
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(stream, { status: failed ? 500 : status, headers })
}
