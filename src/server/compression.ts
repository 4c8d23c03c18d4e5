import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Half a millisecond for a page, nearly as small as the slow levels. */
export const BROTLI_QUALITY = 5
/** Smaller bodies are sent as they are. */
export const COMPRESS_FROM_BYTES = 1024

/** Compresses what is made for one request; kept answers bring their compressed forms along. */
export const addCompression = (app: FastifyInstance) =>
  app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    // Of answers only: nobody needs to send us compressed bodies, and a small one can hold gigabytes.
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  })
