import { hash } from 'node:crypto'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { brotli, COMPRESS_FROM_BYTES, exactly, gzip, unbrotli } from '#kernel/http/compression.ts'

type Encoding = 'br' | 'gzip'

/** A finished answer, the same for everybody who may get it. */
export interface Answer {
  status: number
  /** The pattern of the address that it answers, for log and numbers. */
  route: string
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>
  /** Headers for a CDN in front of the shop; of what is kept only. They stand apart so that nothing personal that is made from it gets them. */
  surrogates?: Readonly<Record<string, string>>
  /** As it was made, until `pack` has made it what is sent. */
  body: Buffer
  /** How `body` is compressed. */
  encoding: 'br' | undefined
  isLong: boolean
  /** 200 and no part of the page failed. */
  isCacheable: boolean
}

/** The tag follows from the content alone, so every process gives the same. */
export function makeAnswer(route: string, headers: Record<string, string>, content: string | Buffer): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content
  const tag = hash('sha256', body, 'base64url').slice(0, 27)
  // Weak: the same for each encoding.
  const own = { etag: `W/"${tag}"`, vary: 'accept-encoding' }
  return {
    status: 200,
    route,
    headers: { 'cache-control': 'no-cache', ...headers, ...own },
    body,
    encoding: undefined,
    isLong: body.length >= COMPRESS_FROM_BYTES,
    isCacheable: true,
  }
}

const packing = new WeakMap<Answer, Promise<void>>()

/** Leaves of an answer only what nearly everybody is sent: its body as brotli, a short one as it is. */
export async function pack(answer: Answer) {
  const packed = packing.get(answer) ?? packNow(answer)
  packing.set(answer, packed)
  await packed
}

async function packNow(answer: Answer) {
  if (!answer.isLong) {
    answer.body = exactly(answer.body)
    return
  }
  answer.body = await brotli(answer.body)
  answer.encoding = 'br'
}

/** What is made of kept answers for the few who cannot read brotli: the last ones stay, up to this. */
const FORMS_BYTES = 4 * 1024 * 1024

/** Another form of answers, made when asked for; once, however many ask meanwhile. */
function otherForm(make: (answer: Answer) => Promise<Buffer>) {
  const last = new LRUCache<Answer, Buffer>({ maxSize: FORMS_BYTES, sizeCalculation: ({ length }) => length + 1 })
  const making = new Map<Answer, Promise<Buffer>>()
  async function makeOnce(answer: Answer) {
    try {
      const form = await make(answer)
      last.set(answer, form)
      return form
    } finally {
      making.delete(answer)
    }
  }
  return (answer: Answer): Buffer | Promise<Buffer> => {
    const known = last.get(answer) ?? making.get(answer)
    if (known) return known
    const form = makeOnce(answer)
    making.set(answer, form)
    return form
  }
}

const identityOf = otherForm(({ body }) => unbrotli(body))
const gzipOf = otherForm(async (answer) => gzip(await unpacked(answer)))

/** The bytes of an answer as they were before anything compressed them. */
export const unpacked = async (answer: Answer): Promise<Buffer> => (answer.encoding ? identityOf(answer) : answer.body)

const negotiator = new Negotiator<Encoding>({ supportedValues: ['br', 'gzip'], cache: new LRUCache({ max: 100 }) })

/** How it is sent to whoever accepts that; undefined: as it is. */
export function encodingFor({ isLong }: Answer, accepted: string | undefined) {
  if (!isLong || accepted === undefined) return undefined
  return negotiator.negotiate(accepted) ?? undefined
}

/** Does the browser have this answer already? `If-None-Match` may be a list, or a star. */
export function isKnown(answer: Answer, ifNoneMatch: string | undefined) {
  if (ifNoneMatch === undefined || answer.status !== 200) return false
  const tag = answer.headers.etag?.slice(2)
  return ifNoneMatch.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
}

/** Sends a finished answer: as 304 to who has it, compressed to who can read that. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  reply.code(answer.status).headers({ ...answer.surrogates, ...answer.headers })
  if (isKnown(answer, request.headers['if-none-match'])) return reply.code(304).send()
  const encoding = encodingFor(answer, request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply.send(await bodyIn(answer, encoding))
}

async function bodyIn(answer: Answer, encoding: Encoding | undefined) {
  if (encoding === 'br') await pack(answer)
  if (encoding === 'gzip') return gzipOf(answer)
  return encoding === 'br' ? answer.body : unpacked(answer)
}
