import { createHash } from 'node:crypto'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { COMPRESS_FROM_BYTES, compressors } from '#kernel/http/compression.ts'

type Encoding = keyof typeof compressors

/** A finished answer, the same for everybody who may get it. */
export interface Answer {
  status: number
  /** The pattern of the address that it answers, for log and numbers. */
  route: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  body: Buffer
  /** Made when first asked for; once, however many ask meanwhile. */
  variants: Partial<Record<Encoding, Buffer>>
  compressing: Partial<Record<Encoding, Promise<Buffer>>>
  /** 200 and no part of the page failed. */
  isCacheable: boolean
}

/** The tag follows from the content alone, so every process gives the same. */
export function makeAnswer(route: string, headers: Record<string, string>, content: string | Buffer): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  // Weak: the same for each encoding.
  const own = { etag: `W/"${hash}"`, vary: 'accept-encoding' }
  return {
    status: 200,
    route,
    headers: { 'cache-control': 'no-cache', ...headers, ...own },
    body,
    variants: {},
    compressing: {},
    isCacheable: true,
  }
}

/** The bytes of an answer as they were before anything compressed them. */
export const unpacked = async ({ body }: Answer): Promise<Buffer> => body

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip'], cache: new LRUCache({ max: 100 }) })

/** How it is sent to whoever accepts that; undefined: as it is. */
export function encodingFor(answer: Answer, accepted: string | undefined) {
  if (answer.body.length < COMPRESS_FROM_BYTES || accepted === undefined) return undefined
  return negotiator.negotiate(accepted) ?? undefined
}

/** Does the browser have this answer already? `If-None-Match` may be a list, or a star. */
export function isKnown(answer: Answer, ifNoneMatch: string | undefined) {
  if (ifNoneMatch === undefined || answer.status !== 200) return false
  const tag = answer.headers.etag?.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

/** Sends a finished answer: as 304 to who has it, compressed to who can read that. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> | undefined {
  reply.code(answer.status).headers(answer.headers)
  if (isKnown(answer, request.headers['if-none-match'])) {
    reply.code(304).send()
    return undefined
  }
  const encoding = encodingFor(answer, request.headers['accept-encoding'])
  if (encoding === undefined) {
    reply.send(answer.body)
    return undefined
  }
  reply.header('content-encoding', encoding)
  const ready = answer.variants[encoding]
  if (ready === undefined) return compressAndSend(reply, answer, encoding)
  reply.send(ready)
  return undefined
}

async function compressAndSend(reply: FastifyReply, answer: Answer, encoding: Encoding) {
  answer.compressing[encoding] ??= compressors[encoding](answer.body)
  const variant = await answer.compressing[encoding]
  answer.variants[encoding] = variant
  return reply.send(variant)
}
