import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#kernel/config.ts'
import { databaseFailure } from '#kernel/db/failures.ts'
import { appError, message } from '#kernel/kernel.messages.ts'
import {
  AppError,
  badInput,
  cannotSave,
  databaseBusy,
  notFound,
  notReady,
  sharedMessage,
  tooLarge,
  wrongType,
} from '#shared/app-error.ts'
import { newId } from '#shared/ids.ts'
import { langOf, type WordIn } from '#shared/languages.ts'
import type { Word } from '#shared/messages.ts'
import { escapeHtml } from '#shared/text.ts'
import { securityHeaders } from '../guard/security.ts'
import { languageOf } from './language.ts'

/** Retry-After of a 503, in seconds. */
export const FALLBACK_RETRY_SECONDS = 5

export const DATABASE_FAILED = 'the database or its disk failed'
const databaseFailures = { disk: cannotSave, away: notReady, busy: databaseBusy }

/** Undefined for a fault of ours (500). */
function toAppError(error: FastifyError | AppError): AppError | undefined {
  if (error instanceof AppError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return wrongType()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
    case 'FST_FILES_LIMIT':
      return tooLarge()
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return new AppError('WRONG_TYPE', 415, message('FORM_WANTED'))
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badInput({ body: message('JSON_MISSING') })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badInput({ body: message('NO_JSON') })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound({ what: sharedMessage('THIS_ADDRESS') })
  }
  // 403: a path that leads out of the folder of files.
  if (error.statusCode === 404 || error.statusCode === 403) return notFound({ what: sharedMessage('THIS_ADDRESS') })
  if (error.statusCode === 413) return tooLarge()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('BAD_REQUEST', error.statusCode, message('BAD_REQUEST'))
  }
  return databaseRefusal(error)
}

/** The answer when the database failed; undefined for any other error. */
export function databaseRefusal(error: unknown) {
  const failure = databaseFailure(error)
  return failure && databaseFailures[failure]()
}

interface Refusal {
  success: false
  code: string
  message: string
  [detail: string]: unknown
}

/** A browser that opens a page gets a sentence as text; programs, and all under /api, get JSON. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  reply.header('cache-control', 'no-store')
  // An address can be written in many ways, the route in one.
  const isApi = /^\/api(\/|\?|$)/.test(request.routeOptions.url ?? request.url)
  const isForReading = request.headers.accept?.includes('text/html') && !isApi
  if (!isForReading) return reply.send({ ...refusal, requestId: request.id })
  return reply
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${langOf[languageOf(request)]}"><meta name="viewport" content="width=device-width"><title>${escapeHtml(refusal.message)}</title>` +
        `<h1>${escapeHtml(refusal.message)}</h1><p>Request ${escapeHtml(request.id)}</p></html>`,
    )
}

export const ourFault = appError('INTERNAL', 500)

/** The one place that turns an error into an answer. Causes of a 500, and of a failing database, go to the log only. */
export const errorAnswers =
  (wordIn: WordIn) => (error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) => {
    // What Fastify refuses by itself, a broken address, has not become a request of ours.
    const word = wordIn(languageOf(request))
    const known = toAppError(error)
    if (!known) {
      request.log.error({ err: error }, 'request failed')
      return sendRefusal(request, reply.code(500), refusalOf(ourFault(), word))
    }
    if (known !== error && known.status === 503) request.log.warn({ err: error }, DATABASE_FAILED)
    const retryAfter = known.details?.retryAfter
    if (known.status === 429 || known.status === 503)
      reply.header('retry-after', String(retryAfter ?? FALLBACK_RETRY_SECONDS))
    return sendRefusal(request, reply.code(known.status), refusalOf(known, word))
  }

/** An error in words. */
export const refusalOf = ({ code, says, message, findings, fields, details }: AppError, word: Word): Refusal => ({
  ...details,
  success: false,
  code,
  message: says ? word(says) : message,
  ...(findings || fields ? { fields: { ...fields, ...mapValues(findings ?? {}, word) } } : {}),
})

const mapValues = <From, To>(record: Record<string, From>, change: (from: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const statusOfBroken: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what Node refuses before there is a route: broken HTTP, headers too long or too slow. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  config: Pick<Config, 'isHttps'>,
  word: Word,
) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfBroken[error.code ?? ''] ?? 400
  const requestId = newId()
  const body = JSON.stringify({
    success: false,
    code: 'BAD_REQUEST',
    message: word(message('BAD_REQUEST')),
    requestId,
  })
  const headers = {
    ...securityHeaders(config),
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
}
