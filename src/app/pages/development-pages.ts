import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { escapeHtml } from '#shared/text.ts'
import { scriptMark } from './page-scripts.ts'
import type { PageHandler } from './render-page.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** The pages through Vite, always as the files are now. */
export async function developmentPages(app: FastifyInstance, getSettings: () => object) {
  const { createServer } = await import('vite')
  // The page's updates come through the shop's own port, so that several shops can be worked on at once.
  const vite = await createServer({
    root,
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server } },
  })
  // Before the server closes, since that waits for open connections, and pages keep one to Vite.
  app.addHook('preClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (/^\/(api|media|healthz|readyz|metrics)\b/.test(request.url)) return next()
    vite.middlewares(request.raw, reply.raw, next)
  })
  return async (): Promise<PageHandler> => {
    try {
      const build = await vite.ssrLoadModule('virtual:react-router/server-build')
      return build.entry.module.createPageHandler(build, 'development', getSettings, scriptMark)
    } catch (error) {
      const { message, stack } = readable(error)
      // Vite has written the error to the terminal; an open page shows it, too.
      vite.ws.send({ type: 'error', err: { message, stack } })
      vite.watcher.once('change', () => vite.ws.send({ type: 'full-reload' }))
      return async () =>
        new Response(brokenPage(message), { status: 500, headers: { 'content-type': 'text/html; charset=utf-8' } })
    }
  }
}

function readable(error: unknown) {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { message: stripVTControlCharacters(message), stack: stripVTControlCharacters(stack) }
}

/** Shown for every page while a file is broken; Vite's script reloads it after a change. */
const brokenPage = (message: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>The pages cannot be built</title>
<script type="module" src="/@vite/client"></script>
</head>
<body style="font-family:system-ui;margin:2rem">
<h1>The pages cannot be built</h1>
<pre style="white-space:pre-wrap">${escapeHtml(message)}</pre>
<p>This page reloads when you save the file.</p>
</body>
</html>
`
