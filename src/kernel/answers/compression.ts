import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { createTurns } from '../guard/turns.ts'

export const COMPRESS_FROM_BYTES = 1024

const LEAST_WINDOW_BITS = 16
/** A window no larger than the text: getting memory for more took longer than to compress. */
const windowBits = (bytes: number) =>
  Math.min(Math.max(Math.ceil(Math.log2(bytes)), LEAST_WINDOW_BITS), constants.BROTLI_DEFAULT_WINDOW)
/** For kept answers: 1 ms for a page of 70 KB, nearly as small as the slow levels. */
const brotliWell = (bytes: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes) },
})
/** For answers sent once: 0.2 ms for the same page, a quarter larger. */
const brotliFast = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY + 1 } }
const gzipFast = { level: constants.Z_BEST_SPEED }
const AT_ONCE_BYTES = 256 * 1024

const inThread = createTurns({ atOnce: 2 })
const compressBrotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const compressGzip = promisify<Buffer, Buffer>(zlib.gzip)
const deflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)
const decompressBrotli = promisify<Buffer, Buffer>(zlib.brotliDecompress)

export const brotli = async (body: Buffer) =>
  exactly(await inThread(() => compressBrotli(body, brotliWell(body.length))))
export const gzip = async (body: Buffer) => exactly(await inThread(() => compressGzip(body)))
export const deflatePiece = async (text: Buffer) =>
  exactly(await inThread(() => deflate(text, { finishFlush: constants.Z_FULL_FLUSH })))
export const unbrotli = async (body: Buffer) => exactly(await inThread(() => decompressBrotli(body)))

/** A copy without spare memory: zlib's results and short texts are parts of blocks of 64 KB. */
export function exactly(part: Buffer) {
  const own = Buffer.allocUnsafeSlow(part.length)
  part.copy(own)
  return own
}

/** Compresses answers made for one request; kept answers bring their compressed forms along. */
export const addCompression = (app: FastifyInstance) =>
  app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    syncThreshold: AT_ONCE_BYTES,
    // Compressed bodies of requests are refused: nobody needs them, and a small one can hold gigabytes.
    globalDecompression: false,
    brotliOptions: brotliFast,
    zlibOptions: gzipFast,
  })
