import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ReactNode } from 'react'
import { type PipeableStream, renderToPipeableStream, renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

/** React writes it into a stream, but not into a text. */
const DOCTYPE = '<!DOCTYPE html>'
/** React writes this into a text where a part is not there yet, or has failed. */
const UNFINISHED = '<!--$!-->'

interface PageToWrite {
  context: EntryContext
  url: string
  nonce: string
  /** Called for a failed part, which shows an error in its place; other failures throw. */
  onError: (error: unknown) => void
}

export async function writePage({ context, url, nonce, onError }: PageToWrite): Promise<Buffer> {
  const data = await readData(context)
  // ServerRouter wants a readable stream, and what was read of it, anew for each rendering.
  const inStream = () => ({
    ...context,
    serverHandoffStream: new ReadableStream<Uint8Array>(),
    renderMeta: { streamCache: data },
  })
  const page = () => <ServerRouter context={inStream()} url={url} nonce={nonce} />
  const html = DOCTYPE + renderToString(page())
  return Buffer.from(html.includes(UNFINISHED) ? await writeSlowly(page(), nonce, onError) : html)
}

async function readData({ serverHandoffStream }: EntryContext) {
  const value = await new Response(serverHandoffStream ?? null).text()
  return { 0: Object.assign(Promise.resolve(), { result: { done: true, value } }) }
}

/** Waits for parts whose code is not loaded yet, such as an open dialog. */
const writeSlowly = (page: ReactNode, nonce: string, onError: (error: unknown) => void) =>
  new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // The whole page is awaited, so no script moves parts into place, and an open login works before JavaScript has loaded.
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
