import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReactNode } from 'react'
import { type PipeableStream, renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { partsOfPage } from './kept-parts.server.ts'
import { KeptPartsContext } from './kept-parts.tsx'

/** React writes it into a stream, but not into a text. */
const DOCTYPE = '<!DOCTYPE html>'
/** What React writes into a text where something was not there yet, or has failed. */
const UNFINISHED = '<!--$!-->'

interface PageToWrite {
  context: EntryContext
  url: string
  /** Stands in every script that React writes. */
  nonce: string
  /** Made for nobody in particular: parts of it may be those of other pages, and are kept for them. */
  isForAll: boolean
  /** Told of what failed in a part of the page, which then has an error in its place. */
  onError: (error: unknown) => void
}

/** The whole page, in one go where it can be. Throws what fails outside such a part. */
export async function writePage({ context, url, nonce, isForAll, onError }: PageToWrite): Promise<Buffer> {
  const { parts, finish } = partsOfPage()
  const data = await readData(context)
  // As ServerRouter wants it, once for each time that it is rendered: a stream that can be read, and what was read of it.
  const inStream = () => ({
    ...context,
    serverHandoffStream: new ReadableStream<Uint8Array>(),
    renderMeta: { streamCache: data },
  })
  const page = () => (
    <KeptPartsContext value={isForAll ? parts : undefined}>
      <ServerRouter context={inStream()} url={url} nonce={nonce} />
    </KeptPartsContext>
  )
  const html = DOCTYPE + renderToString(page())
  return finish(html.includes(UNFINISHED) ? await writeSlowly(page(), nonce, onError) : html)
}

/** Reads what the loaders gave, so that the page need not wait for it while it is rendered. */
async function readData({ serverHandoffStream }: EntryContext) {
  const value = await new Response(serverHandoffStream ?? null).text()
  return { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) }
}

/** Waits for parts of the page whose code is not loaded yet, such as a dialog that stands open. */
const writeSlowly = (page: ReactNode, nonce: string, onError: (error: unknown) => void) =>
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
