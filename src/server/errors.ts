import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, badInput, notFound, overloaded, tooLarge, wrongType } from '#shared/app-error.ts'

const FALLBACK_RETRY_SECONDS = 5

/** What went wrong, as an AppError; undefined when it is our own fault. */
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
      return new AppError('WRONG_TYPE', 415, 'Please send the file as multipart/form-data')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return badInput({ body: 'Please send a JSON body' })
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return badInput({ body: 'That is not valid JSON' })
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return notFound('This address')
    case 'FST_UNDER_PRESSURE':
      return overloaded()
  }
  if (error.statusCode === 404) return notFound('This address')
  if (error.statusCode === 413) return tooLarge()
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('BAD_REQUEST', error.statusCode, 'That request could not be understood')
  }
  return undefined
}

/** The one place that turns an error into an answer. Causes of a 500 go to the log only. */
export function answerError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  const known = toAppError(error)
  if (!known) {
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).header('cache-control', 'no-store').send({
      success: false,
      code: 'INTERNAL',
      message: 'Something broke on our side. Please try again',
      requestId: request.id,
    })
  }
  const retryAfter = known.details?.['retryAfter']
  if (known.status === 429 || known.status === 503) reply.header('retry-after', String(retryAfter ?? FALLBACK_RETRY_SECONDS))
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .send({
      ...known.details,
      success: false,
      code: known.code,
      message: known.message,
      ...(known.fields ? { fields: known.fields } : {}),
      requestId: request.id,
    })
}
