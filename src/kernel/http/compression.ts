import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { createTurns } from './turns.ts'

/** Smaller bodies are sent as they are. */
export const COMPRESS_FROM_BYTES = 1024

/** The encoder looks back over 64 KB at least. */
const LEAST_WINDOW_BITS = 16
/** As far as there is text, and no further: getting memory for more from the system took longer than to compress. */
const windowBits = (bytes: number) =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes)), LEAST_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
/** For kept answers: one millisecond for a page of 70 KB, nearly as small as the slow levels. */
export const brotliWell = (bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes) },
})
/** For what is sent once: 0.2 ms for the same page, a quarter larger. */
const brotliFast = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY + 1 } }
const gzipFast = { level: constants.Z_BEST_SPEED }
/** So short a text is compressed sooner than it would be handed to another thread. */
const AT_ONCE_BYTES = 256 * 1024

/** Files are read with the same few threads. */
const inThread = createTurns({ atOnce: 2 })
const compressBrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const compressGzip = promisify<Buffer, Buffer>(zlib.gzip)
const decompressBrotli = promisify<Buffer, Buffer>(zlib.brotliDecompress)

/** For what is kept and sent many times: in other threads, few at a time. */
export const brotli = async (body: Buffer) =>
  exactly(await inThread(() => compressBrotli(body, brotliWell(body.length))))
export const gzip = async (body: Buffer) => exactly(await inThread(() => compressGzip(body)))
export const unbrotli = async (body: Buffer) => exactly(await inThread(() => decompressBrotli(body)))

/** In as much memory as it needs: zlib's results, and short texts made bytes, are parts of blocks of 64 KB. */
export function exactly(part: Buffer) {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

/** Compress what is sent once: at once, since it takes less than handing it to a thread. */
export const compressOnce = {
  br: (body: Buffer) => zlib.brotliCompressSync(body, brotliFast),
  gzip: (body: Buffer) => zlib.gzipSync(body, gzipFast),
}

/** Compresses what is made for one request; kept answers bring their compressed forms along. */
export const addCompression = (app: FastifyInstance) =>
  app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    // Of answers only: nobody needs to send us compressed bodies, and a small one can hold gigabytes.
    globalDecompression: false,
    brotliOptions: brotliFast,
    zlibOptions: gzipFast,
  })
